import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { BROKEN_OFF, fileNameOf, readCsv, rowCounter } from './csv.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const TABLE = '\uFEFFName,City\r\n"Äpfel, Birnen","Kiel\r\nNord"\r\n"say ""hello""\n",Łódź\r\nplain,x\r\n';

/** An answer that comes in these pieces, then ends, or breaks. */
function answer(pieces: Uint8Array[], { breaks }: { breaks?: Error } = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else if (breaks) controller.error(breaks);
      else controller.close();
    },
  });
  return new Response(body as BodyInit, {
    headers: { 'content-disposition': 'attachment; filename="accounts-2026-11-21.csv"', 'x-correlation-id': 'c-7' },
  });
}

test('rows are counted wherever the pieces are cut; line breaks inside quotes are not rows', () => {
  expect(rowCounter()(bytes(TABLE))).toBe(4);
  const whole = bytes(TABLE);
  for (const size of [1, 2, 3, 7]) {
    const count = rowCounter();
    let rows = 0;
    for (let at = 0; at < whole.length; at += size) rows = count(whole.subarray(at, at + size));
    expect(rows, `pieces of ${size}`).toBe(4);
  }
});

test('a streamed table becomes a file, byte by byte the same, and tells its rows on the way', async () => {
  const progress: number[] = [];
  const file = await readCsv(
    answer([bytes(TABLE.slice(0, 20)), bytes(TABLE.slice(20, 60)), bytes(TABLE.slice(60))]),
    (rows) => progress.push(rows),
  );
  expect(file).toMatchObject({ name: 'accounts-2026-11-21.csv', rows: 3 });
  expect(new Uint8Array(await file.content.arrayBuffer())).toEqual(bytes(TABLE));
  expect(progress.at(-1)).toBe(3);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
});

test('an empty table is a head without rows', async () => {
  expect((await readCsv(answer([bytes('Name,City\r\n')]), () => {})).rows).toBe(0);
  expect((await readCsv(answer([]), () => {})).rows).toBe(0);
});

test('one that breaks off is no file: it fails with the number for support', async () => {
  const broken = readCsv(answer([bytes(TABLE.slice(0, 30))], { breaks: new TypeError('terminated') }), () => {});
  await expect(broken).rejects.toMatchObject({ status: BROKEN_OFF, correlationId: 'c-7' });
  await expect(broken).rejects.toBeInstanceOf(Failure);
});

test('one that the person ended is no failure', async () => {
  const ended = new DOMException('', 'AbortError');
  await expect(readCsv(answer([], { breaks: ended }), () => {})).rejects.toBe(ended);
});

test('a file is called what the server calls it, never a path', () => {
  expect(fileNameOf('attachment; filename="organizations-2026-11-21.csv"', 'x.csv')).toBe(
    'organizations-2026-11-21.csv',
  );
  for (const other of [null, 'attachment', 'attachment; filename="../../etc"', 'attachment; filename="a\\b"'])
    expect(fileNameOf(other, 'x.csv')).toBe('x.csv');
});
