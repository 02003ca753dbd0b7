/** Rows of a backup on their way into a table that is not quite the one that they come from. */
import { expect, test } from 'vitest';
import { DoesNotFit, fit } from './fit.ts';

const column = (name: string) => ({ name, type: 'text' });
const table = (...names: string[]) => ({ name: 'person', columns: names.map(column) });
const stored = (...names: string[]) => ({ ...table(...names), source: 'person' });

test('rows of the same columns pass as they are, in whatever order the columns stand', () => {
  const data = Buffer.from('1\tada\n2\t\\N\n');
  const { columns, without, rows } = fit(table('id', 'name'), stored('name', 'id'));
  expect([columns, without]).toEqual([['id', 'name'], []]);
  expect(rows(data)).toBe(data);
});

test('a column that somebody has added is left out of every row, and said; all others keep their bytes', () => {
  const { columns, without, rows } = fit(table('id', 'nick', 'name', 'shoe'), stored('id', 'name'));
  expect([columns, without]).toEqual([
    ['id', 'name'],
    ['nick', 'shoe'],
  ]);
  const given = String.raw`1	A	tab\tline\nback\\slash	42
2	\N	\N	\N
3		\\N	
4	x	Zoë 試 🙂	7
`;
  const left = String.raw`1	tab\tline\nback\\slash
2	\N
3	\\N
4	Zoë 試 🙂
`;
  expect(rows(Buffer.from(given)).toString()).toBe(left);
  expect(rows(Buffer.from('')).toString()).toBe('');
});

test('a row of one column that holds nothing is still a row', () => {
  const { rows } = fit(table('name', 'nick'), stored('name'));
  expect(rows(Buffer.from('\tx\n\\N\ty\n')).toString()).toBe('\n\\N\n');
});

test('a column that the backup does not have is named, for nobody knows what should stand in it', () => {
  const missing = () => fit(table('id'), stored('id', 'name', 'mail'));
  expect(missing).toThrow(DoesNotFit);
  expect(missing).toThrow('The backup has no column name, mail of the table person.');
});
