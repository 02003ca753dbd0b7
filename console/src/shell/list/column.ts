/** A column of a list. */
import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Column of the API's sort, where it can be sorted by. */
  sort?: string;
  /** Width in px; the name column takes the rest. */
  width?: number;
  /** The same where the table's box is at most 1104 px wide and names need the room; the least that the name keeps. */
  narrow?: number;
  num?: boolean;
  /** Where the cell stands in the two lines of a small screen; without it, it is left out there. */
  small?: 'name' | 'status' | 'id' | 'end';
  /** Left out where each row is one line. */
  onlySmall?: boolean;
};
