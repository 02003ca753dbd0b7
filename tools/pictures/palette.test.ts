/** Pictures of the documents are drawn with few colours. */
import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withPalette } from './palette.ts';
import { readPng } from './png.ts';

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8, type);
  head.write(type, 4);
  head.writeUInt32BE(data.length);
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

/** A picture of red, green and blue as Chromium writes one, its lines already filtered. */
function picture(width: number, lines: number[][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(lines.length, 4);
  header.set([8, 2], 8);
  const data = deflateSync(Buffer.from(lines.flat()));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** The data of a chunk in a file. */
function chunkOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type);
  return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
}

it('takes back each of the five filters of a line', () => {
  const line = [10, 20, 30, 40, 50, 60];
  const filtered = [
    [0, ...line],
    [1, 10, 20, 30, 30, 30, 30],
    [2, 0, 0, 0, 0, 0, 0],
    [3, 5, 10, 15, 15, 15, 15],
    [4, 0, 0, 0, 0, 0, 0],
  ];
  expect([...readPng(picture(2, filtered)).rgb]).toEqual([...line, ...line, ...line, ...line, ...line]);
});

it('keeps every colour while there are few', () => {
  const drawn = withPalette(picture(3, [[0, 255, 255, 255, 0, 128, 0, 255, 255, 255]]));
  const palette = chunkOf(drawn, 'PLTE');
  const [, ...numbers] = inflateSync(chunkOf(drawn, 'IDAT'));
  expect(numbers.map((number) => palette.subarray(number * 3, number * 3 + 3).toString('hex'))).toEqual([
    'ffffff',
    '008000',
    'ffffff',
  ]);
});

it('gives up the differences that are seen least', () => {
  const drawn = withPalette(picture(4, [[0, 255, 255, 255, 255, 255, 255, 254, 254, 254, 0, 0, 0]]), 2);
  expect([...chunkOf(drawn, 'PLTE')].toSorted((a, b) => a - b)).toEqual([0, 0, 0, 255, 255, 255]);
  expect([...inflateSync(chunkOf(drawn, 'IDAT'))].slice(1, 4)).toHaveLength(3);
});

it('reads nothing that Chromium doesn’t write', () => {
  expect(() => readPng(Buffer.alloc(40))).toThrow('no picture of Chromium’s');
});
