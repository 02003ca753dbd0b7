/** For component tests: the files that the browser is handed for download, before they reach a disk. */
import { beforeEach, vi } from 'vitest';

/** Of each test of the file that calls it, in the order in which they were handed over. */
export function downloads(): Blob[] {
  const files: Blob[] = [];
  beforeEach(() => {
    files.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return '#';
    });
  });
  return files;
}
