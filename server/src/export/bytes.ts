import { createHash } from 'node:crypto';
import { ExportFileError } from './format.ts';

/** A stream of bytes, read by lines and by counts. */
export type Bytes = {
  /** The next line, without its end. Throws ExportFileError when there is none, or none of a sane length. */
  line(): Promise<string>;
  /** So many bytes. Throws ExportFileError when there are less. */
  take(count: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
  /** How many bytes were taken. */
  position(): number;
  /** SHA-256, in hex, of all that was taken. */
  digest(): string;
  /** The beginning of what was read and not taken yet. */
  seen(): string;
};

const SEEN = 200;

/** Reads no more of the source than it must, and keeps no more than was asked for. */
export function openBytes(source: AsyncIterable<Uint8Array>, mostLine: number): Bytes {
  const iterator = source[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let held: Buffer[] = [];
  let size = 0;
  let taken = 0;

  const more = async (): Promise<boolean> => {
    const { value, done } = await iterator.next();
    if (done === true) return false;
    held.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    size += value.byteLength;
    return true;
  };
  const all = (): Buffer => {
    const one = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = [one];
    return one;
  };
  const cut = (): ExportFileError =>
    new ExportFileError('cut', `The file is not whole: it ends after ${taken + size} bytes, in the middle.`);
  const give = (count: number): Buffer => {
    const before = all();
    const given = before.subarray(0, count);
    held = [before.subarray(count)];
    size -= count;
    taken += count;
    hash.update(given);
    return given;
  };

  return {
    async line() {
      for (let from = 0; ;) {
        const at = all().indexOf(0x0a, from);
        if (at >= 0) return give(at + 1).toString('utf8', 0, at);
        if (size > mostLine) throw new ExportFileError('altered', 'The file was altered: a line of it has no end.');
        from = size;
        if (!(await more())) throw cut();
      }
    },
    async take(count) {
      for (;;) {
        if (size >= count) return give(count);
        if (!(await more())) throw cut();
      }
    },
    async isAtEnd() {
      for (;;) {
        if (size > 0) return false;
        if (!(await more())) return true;
      }
    },
    position: () => taken,
    digest: () => hash.copy().digest('hex'),
    seen: () => all().toString('latin1', 0, SEEN),
  };
}
