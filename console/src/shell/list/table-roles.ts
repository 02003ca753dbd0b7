/** The roles of a table's parts: with another `display` than a table's own, browsers forget them. */

/** Written where a linter sees them, they would look like repetition. */
export const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
