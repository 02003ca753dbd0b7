/**
 * As much of a text as fits, cut between characters as people see them: half of one can't be stored, or is another one.
 */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > max) break;
    kept += segment;
  }
  return kept.trimEnd();
}
