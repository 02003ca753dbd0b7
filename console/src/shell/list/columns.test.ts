import { expect, test } from 'vitest';
import { isFixed, visibleColumnsOf } from './ColumnsMenu.tsx';

const columns = [
  { key: 'time', head: 'Time' },
  { key: 'name', head: 'Name', small: 'name' },
  { key: 'status', head: 'Status', small: 'status' },
];
const keys = (hidden: string[], small = false) => visibleColumnsOf(columns, hidden, small).map(({ key }) => key);

test('a column that was put away does not show, but the name always does', () => {
  expect(keys([])).toEqual(['time', 'name', 'status']);
  expect(keys(['time', 'name', 'status'])).toEqual(['name']);
  expect(keys(['gone'])).toEqual(['time', 'name', 'status']);
});

test('the two lines of a small screen keep their parts', () => {
  expect(keys(['time', 'status'], true)).toEqual(['name', 'status']);
});

test('without a name the first column always shows', () => {
  const plain = [
    { key: 'a', head: 'A' },
    { key: 'b', head: 'B' },
  ];
  expect(plain.map((column) => isFixed(column, plain))).toEqual([true, false]);
});
