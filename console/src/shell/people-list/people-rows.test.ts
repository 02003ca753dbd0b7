import { expect, test } from 'vitest';
import {
  emptyRows,
  foundForAll,
  freshRow,
  withFound,
  withRow,
  withTable,
  worstFirst,
  withValue,
  writtenRows,
  type Found,
} from './people-rows.ts';

const COLUMNS = {
  heads: { first_name: '', last_name: '', user_name: '', email: '', phone: '', locale: '' },
  required: [],
};
const person = (number: number, user_name: string) => freshRow(number, { user_name });

test('a paste fills the columns to the right and adds the rows that are missing', () => {
  const rows = withTable(COLUMNS, emptyRows(2), 2, 'user_name', [
    ['nils', 'nils@n.example'],
    ['ida', 'ida@n.example', '', '', 'beyond the last column'],
  ]);
  expect(rows.map(({ number, values }) => [number, values['user_name'] ?? '', values['email'] ?? ''])).toEqual([
    [1, '', ''],
    [2, 'nils', 'nils@n.example'],
    [3, 'ida', 'ida@n.example'],
  ]);
  expect(writtenRows(rows)).toHaveLength(2);
});

test('what a check has found stands in its row, errors first; a row is named by its number here', () => {
  const rows = [person(4, 'ann'), freshRow(5), person(7, 'bob'), person(9, 'ann'), person(10, 'eve')];
  const found: Found[] = [
    { row: 2, verdict: 'same', fields: {}, reason: null },
    {
      row: 3,
      verdict: 'refused',
      fields: {
        user_name: { status: 'LISTED_TWICE', params: { row: 1 } },
        role_ids: { status: 'NOT_FOUND' },
      },
      reason: null,
    },
    { row: 4, verdict: 'refused', fields: {}, reason: { status: 'LICENSE_USED_UP' } },
  ];
  const judged = worstFirst(withFound(COLUMNS, rows, writtenRows(rows), found));
  expect(judged.map(({ number }) => number)).toEqual([9, 10, 7, 4, 5]);
  expect(judged[0]?.wrong).toEqual({ user_name: { status: 'LISTED_TWICE', params: { row: 4 } } });
  expect(withFound(COLUMNS, [freshRow(10)], writtenRows(rows), found)[0]?.whole).toBeNull();
  expect(judged[1]?.whole).toEqual({ status: 'LICENSE_USED_UP' });
  expect(judged[2]?.isThere).toBe(true);
  expect(foundForAll(COLUMNS, found)).toMatchObject({ role_ids: { status: 'NOT_FOUND' } });
  const mended = withValue(judged, 9, 'user_name', 'anna');
  expect(mended[0]).toMatchObject({ wrong: {}, values: { user_name: 'anna' } });
  expect(withRow(mended).at(-1)?.number).toBe(11);
});
