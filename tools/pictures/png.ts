/** Reads the PNG files that Chromium writes, and writes such with a palette: a page in a fifth of the bytes. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** What each colour type takes for a pixel, with 8 bits a channel. */
const CHANNELS: Record<number, number> = { 2: 3, 6: 4 };

/** Red, green and blue of every pixel, line by line. */
export type Pixels = { width: number; height: number; rgb: Uint8Array };

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Takes the filter of a line back, in place; `before` is the line above it. */
function unfilter(line: Uint8Array, before: Uint8Array, filter: number, step: number): void {
  for (let x = 0; x < line.length; x += 1) {
    const left = line[x - step] ?? 0;
    const up = before[x] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, before[x - step] ?? 0)][filter] ?? 0;
    line[x] = (line[x] ?? 0) + guess;
  }
}

/** Throws on a file of another kind than Chromium's: 8 bits, colour, not interlaced. */
export function readPng(file: Buffer): Pixels {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const channels = CHANNELS[file[25] ?? 0];
  if (!file.subarray(0, 8).equals(SIGNATURE) || file[24] !== 8 || file[28] !== 0 || channels === undefined)
    throw new Error('This is no picture of Chromium’s.');
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const lines = inflateSync(Buffer.concat(data));
  const size = width * channels;
  const rgb = new Uint8Array(width * height * 3);
  let before: Uint8Array = new Uint8Array(size);
  for (let y = 0; y < height; y += 1) {
    const start = y * (size + 1) + 1;
    const line = lines.subarray(start, start + size);
    unfilter(line, before, lines[start - 1] ?? 0, channels);
    for (let x = 0; x < width; x += 1) rgb.set(line.subarray(x * channels, x * channels + 3), (y * width + x) * 3);
    before = line;
  }
  return { width, height, rgb };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** The file of a picture whose every pixel is a number into `palette` (red, green, blue; at most 256 of them). */
export function writePng(width: number, height: number, palette: Uint8Array, numbers: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, which is a number into the palette.
  header.set([8, 3], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) lines.set(numbers.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const parts = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', deflateSync(lines, { level: 9 }))];
  return Buffer.concat([SIGNATURE, ...parts, chunk('IEND', new Uint8Array())]);
}
