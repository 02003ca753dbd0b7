import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Appends a checkpoint to a file, an empty line after it, and waits until the disk has it. On a disk that is full what
 * was written of it is taken back, so that the next one does not stand on half a line.
 */
export async function appendToFile(file: URL, note: string): Promise<void> {
  const handle = await open(fileURLToPath(file), 'a', 0o640);
  try {
    const { size } = await handle.stat();
    try {
      await handle.appendFile(`${note}\n`);
      await handle.sync();
    } catch (error) {
      await handle.truncate(size).catch(() => undefined);
      throw error;
    }
  } finally {
    await handle.close();
  }
}
