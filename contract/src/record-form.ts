/**
 * A declared record in a form: what stands in it, what is sent, what each field is called. Text inputs hold texts, so a
 * number is one there, and an empty text is none where the column may be null.
 */
import type { Locale } from './locales.ts';
import { inputNames, type Column, type Columns, type FixedName, type InputName, type ValueOf } from './record.ts';
import { normalisePhone } from './rules.ts';

type FormValue<C extends Column> = C extends { type: 'boolean' }
  ? boolean
  : C extends { type: 'texts' }
    ? string[]
    : string;
/** What stands in the form of a record. */
export type FormValues<C extends Columns> = { [K in InputName<C>]: FormValue<C[K]> };
type Sent<C extends Column> = C extends { format: 'locale' } ? Locale : ValueOf<C>;
/** What is sent of it. */
type Body<C extends Columns, N extends keyof C> = { [K in N]: Sent<C[K]> };
type Labels<C extends Columns> = { [K in InputName<C>]: { label: LabelOf<C[K]>; optional: boolean } };
type LabelOf<C extends Column> = C extends { label: infer Label extends string } ? Label : never;

const eachInput = (columns: Columns, make: (name: string, column: Column) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    inputNames(columns).flatMap((name) => {
      const column = columns[name];
      return column ? [[name, make(name, column)]] : [];
    }),
  );

const emptyValue = ({ type }: Column): unknown => (type === 'boolean' ? false : type === 'texts' ? [] : '');

/** A form with nothing in it. */
export const emptyForm = <C extends Columns>(columns: C): FormValues<C> =>
  eachInput(columns, (_, column) => emptyValue(column)) as FormValues<C>;

/** What of a record stands in its form. */
export function formValues<C extends Columns>(
  columns: C,
  record: { readonly [K in InputName<C>]: ValueOf<C[K]> },
): FormValues<C> {
  const values = new Map<string, unknown>(Object.entries(record));
  return eachInput(columns, (name, column) => {
    const value = values.get(name) ?? emptyValue(column);
    return typeof value === 'number' ? String(value) : value;
  }) as FormValues<C>;
}

/**
 * What is sent to create a record. A text that is no number is sent as it is, so that the refusal stands under its
 * field.
 */
export function createBody<C extends Columns>(
  columns: C,
  form: Readonly<Record<InputName<C>, unknown>>,
): Body<C, InputName<C>> {
  const values = new Map<string, unknown>(Object.entries(form));
  return eachInput(columns, (name, column) => bodyValue(column, values.get(name))) as Body<C, InputName<C>>;
}

/** What is sent to edit one: the same without what stays. */
export function editBody<C extends Columns>(
  columns: C,
  form: Readonly<Record<InputName<C>, unknown>>,
): Body<C, Exclude<InputName<C>, FixedName<C>>> {
  const entries = Object.entries(createBody(columns, form)).filter(([name]) => columns[name]?.fixed !== true);
  return Object.fromEntries(entries) as Body<C, Exclude<InputName<C>, FixedName<C>>>;
}

function bodyValue(column: Column, value: unknown): unknown {
  if (value === '' && column.nullable) return null;
  if (typeof value !== 'string') return value;
  if (column.type === 'integer') return /^-?\d+$/.test(value.trim()) ? Number(value) : value;
  return column.type === 'text' && column.format === 'phone' ? normalisePhone(value) : value;
}

/** The fields of the form: label, and whether they may be left empty. */
export const formFields = <C extends Columns>(columns: C): Labels<C> =>
  eachInput(columns, (_, { label, input }) => ({ label, optional: input === 'optional' })) as Labels<C>;
