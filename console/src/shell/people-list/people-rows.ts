/** The list of people that is written in the table: pure, so that every way into it is the same. */
import { isStatus } from '@signet/contract/issue-reason';
import type { FailureFields } from '../../api/failure.ts';
import type { FieldReason } from '../form/ReasonText.tsx';

/**
 * What is asked of each person: `heads` names the columns in the language of the moment, in the order of the table,
 * of a template and of a paste. Without the `required` ones a list can't name anybody.
 */
export type Columns = {
  heads: Readonly<Record<string, string>>;
  required: readonly string[];
  /** What a column was called before, in any language: somebody may have a file of then. */
  former?: Readonly<Record<string, readonly string[]>>;
};
/** What stands in the columns; where nothing was typed there may be nothing. */
export type PersonValues = Readonly<Record<string, string>>;

export const fieldsOf = ({ heads }: Pick<Columns, 'heads'>): string[] => Object.keys(heads);

/**
 * A row of the table. `number` is what it is called by, from 1, and stays when rows are sorted or taken out; `wrong`
 * and `whole` are what the last check found, in a field and in the row.
 */
export type PersonRow = {
  number: number;
  values: PersonValues;
  wrong: Readonly<Record<string, FieldReason>>;
  whole: FieldReason | null;
  isThere: boolean;
};

/** Changes the list as it is by then: it may have been changed while a file was read, or an answer waited for. */
export type ChangeRows = (changed: (now: readonly PersonRow[]) => PersonRow[]) => void;

/** A row that was not checked yet. */
export const freshRow = (number: number, values: PersonValues = {}): PersonRow => ({
  number,
  values,
  wrong: {},
  whole: null,
  isThere: false,
});

export const emptyRows = (count: number): PersonRow[] => Array.from({ length: count }, (_, at) => freshRow(at + 1));

/** A row with nothing in it is nobody. */
export const isEmpty = ({ values }: PersonRow): boolean => Object.values(values).every((value) => value.trim() === '');

/** Those who are sent, by their numbers. */
export const writtenRows = (rows: readonly PersonRow[]): PersonRow[] =>
  rows.filter((row) => !isEmpty(row)).toSorted((a, b) => a.number - b.number);

/** What a row says in every column. */
export const filled = (columns: Columns, { values }: PersonRow): Record<string, string> =>
  Object.fromEntries(fieldsOf(columns).map((field) => [field, values[field] ?? '']));

const nextNumber = (rows: readonly PersonRow[]): number => Math.max(0, ...rows.map(({ number }) => number)) + 1;

/** With an empty row at the end. */
export const withRow = (rows: readonly PersonRow[]): PersonRow[] => [...rows, freshRow(nextNumber(rows))];

/** With people after those who are listed. */
export function withPeople(rows: readonly PersonRow[], people: readonly PersonValues[]): PersonRow[] {
  const listed = rows.filter((row) => !isEmpty(row));
  const next = nextNumber(listed);
  return [...listed, ...people.map((values, at) => freshRow(next + at, values))];
}

/** With another value in a field; what was found wrong there is said no more. */
export const withValue = (rows: readonly PersonRow[], number: number, field: string, value: string): PersonRow[] =>
  rows.map((row) => {
    if (row.number !== number) return row;
    const { [field]: _, ...wrong } = row.wrong;
    return { ...row, values: { ...row.values, [field]: value }, wrong, whole: null, isThere: false };
  });

/** With a table laid over it, from one field on to the right and downwards; rows that are missing are added. */
export function withTable(
  columns: Columns,
  rows: readonly PersonRow[],
  number: number,
  field: string,
  table: readonly (readonly string[])[],
): PersonRow[] {
  const from = rows.findIndex((row) => row.number === number);
  // Taken out while the table was read.
  if (from < 0) return [...rows];
  let next = nextNumber(rows);
  const pasted = [...rows];
  while (pasted.length < from + table.length) pasted.push(freshRow(next++));
  const all = fieldsOf(columns);
  const fields = all.slice(all.indexOf(field));
  return pasted.map((row, at) => {
    const cells = table[at - from];
    if (at < from || !cells) return row;
    const values = Object.fromEntries(
      fields.flatMap((name, column) => (cells[column] === undefined ? [] : [[name, cells[column]]])),
    );
    return freshRow(row.number, { ...row.values, ...values });
  });
}

/** What a check has found, by the row as it was sent: from 1, in the order of {@link writtenRows}. */
export type Found = {
  row: number;
  verdict: 'refused' | 'same';
  fields: Record<string, FieldReason>;
  reason: FieldReason | null;
};

const isColumn = ({ heads }: Columns, name: string): boolean => Object.hasOwn(heads, name);

/**
 * With what a check has found. Rows that were changed since they were sent were not checked. What stands in no column
 * of the table is left to the form.
 */
export function withFound(
  columns: Columns,
  rows: readonly PersonRow[],
  sent: readonly PersonRow[],
  found: readonly Found[],
): PersonRow[] {
  const numberOf = (row: unknown): number => sent[Number(row) - 1]?.number ?? 0;
  const byNumber = new Map(found.map((one) => [numberOf(one.row), one]));
  // Another row is named by what it is called here.
  const named = (reason: FieldReason): FieldReason =>
    reason.status === 'LISTED_TWICE' ? { ...reason, params: { row: numberOf(reason.params?.['row']) } } : reason;
  const asSent = new Set(sent);
  return rows.map((row): PersonRow => {
    if (!asSent.has(row)) return isEmpty(row) ? freshRow(row.number, row.values) : row;
    const one = byNumber.get(row.number);
    if (!one) return freshRow(row.number, row.values);
    const wrong = Object.fromEntries(
      Object.entries(one.fields).flatMap(([name, reason]) => (isColumn(columns, name) ? [[name, named(reason)]] : [])),
    );
    return { ...row, wrong, whole: one.reason, isThere: one.verdict === 'same' };
  });
}

/** In their order, those who need somebody first. */
export function worstFirst(rows: readonly PersonRow[]): PersonRow[] {
  const rank = (row: PersonRow): number => (isWrong(row) ? 0 : row.isThere ? 1 : isEmpty(row) ? 3 : 2);
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.number - b.number);
}

export const isWrong = ({ wrong, whole }: PersonRow): boolean => whole !== null || Object.keys(wrong).length > 0;

/** What all rows have in common that is wrong: what stands in no column of the table. */
export function foundForAll(columns: Columns, found: readonly Found[]): FailureFields {
  const all: FailureFields = {};
  for (const { fields } of found)
    for (const [name, { status, params }] of Object.entries(fields))
      if (!isColumn(columns, name) && isStatus(status))
        all[name] ??= { status, message: '', ...(params ? { params } : {}) };
  return all;
}
