import { expect, test } from 'vitest';
import { accountName, filledLine, id, idOrNone, idOrNull, ids, legalName, line, personName } from './fields.ts';

const ID = '01a20951-3a7b-71e3-aa2b-a052174094dd';
const ZERO = '00000000-0000-0000-0000-000000000000';

test('an id in capitals is the same id, written as the database writes it', () => {
  for (const field of [id, idOrNone, idOrNull]) expect(field.parse(ID.toUpperCase())).toBe(ID);
});

test('[S-419] the zero UUID is none where none may be given', () => {
  expect([idOrNone.parse(ZERO), idOrNone.parse(undefined)]).toEqual([undefined, undefined]);
  expect([idOrNull.parse(ZERO), idOrNull.parse(null)]).toEqual([null, null]);
  expect([ids.parse([ZERO]), ids.parse([ID, ZERO])]).toEqual([[], [ID]]);
});

test.each(['', 'x', ID.slice(1), `${ID}0`, ` ${ID}`, `{${ID}}`, ID.replaceAll('-', '')])('%j is no id', (text) => {
  for (const field of [id, idOrNone, idOrNull]) expect(field.safeParse(text).success).toBe(false);
});

test('white space of any kind around a line is not kept', () => {
  for (const field of [personName, accountName, legalName, line(30), filledLine(30)])
    expect(field.parse('\u3000\tNordmark\u3000Bank \r\n')).toBe('Nordmark Bank');
});
