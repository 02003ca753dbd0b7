const OF_FILES: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'there is no more room for this user on the disk',
  EFBIG: 'the file grew larger than it may',
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not do that there',
  EISDIR: 'it is a folder',
  EROFS: 'nothing can be written there',
};

/** What went wrong, for whoever typed the command: nothing is left of a file that was being written. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  const why = OF_FILES[code];
  if (why) return `${why}${path ? ` (${path})` : ''}.`;
  return error.message;
}
