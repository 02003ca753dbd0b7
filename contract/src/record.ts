/**
 * The columns of a record, declared once: the table's type, the answer of the API, what people fill in, what the audit
 * log keeps, the columns of an export and the labels of a history are made of them. No schemas here, so that a page can
 * load them without zod; `record-schemas.ts` makes the schemas.
 */

/** How a text is written; `record-schemas.ts` has the rule of each. */
export type TextFormat =
  | 'line'
  | 'filledLine'
  | 'subjectLine'
  | 'legalName'
  | 'accountName'
  | 'personName'
  | 'userName'
  | 'identifier'
  | 'email'
  | 'phone'
  | 'webAddress'
  | 'country'
  | 'locale';

/**
 * What a column holds. On the wire an id is a UUID, a day `YYYY-MM-DD`, an instant `YYYY-MM-DD HH:mm:ss` in UTC.
 * `valueTexts` are text keys: of a choice the family (`accounts.type` + `.partner`), of a boolean those of no and yes.
 */
type ValueType =
  | { readonly type: 'text'; readonly format?: TextFormat; readonly max?: number }
  | { readonly type: 'choice'; readonly of: readonly string[]; readonly valueTexts?: string }
  | { readonly type: 'boolean'; readonly valueTexts?: readonly [no: string, yes: string] }
  /** An array of at most `maxItems` lines, each of at most `max` characters. */
  | { readonly type: 'texts'; readonly max: number; readonly maxItems: number }
  | { readonly type: 'id' | 'day' | 'instant' | 'integer' };

export type Column = ValueType & {
  readonly nullable?: true;
  /** Who gives the value where an insert has none: a default, a generated column, a trigger. */
  readonly from?: 'default' | 'generated' | 'trigger';
  /** People fill it in. An optional one may be absent from a request and then stays as it is. */
  readonly input?: 'required' | 'optional';
  /** Filled in when the record is created, and never again. */
  readonly fixed?: true;
  /** No member of the record as the API answers it: the server's own, or answered in another shape. */
  readonly internal?: true;
  /** Whether the audit log keeps it. Without it the log keeps what people fill in. */
  readonly audited?: boolean;
  /** Whether an export has it. Without it an export has what people fill in. */
  readonly exported?: boolean;
  /** The text key of its label. */
  readonly label?: string;
};
export type Columns = Readonly<Record<string, Column>>;

type OptionOf<C> = C extends Column ? keyof C : never;
/** An option that no column has, such as a misspelt one, does not compile. */
type OwnOptions<C> = { readonly [K in keyof C]: { readonly [O in Exclude<keyof C[K], OptionOf<Column>>]: never } };

/** Declares the columns of a record, in the order in which forms, exports and histories show them. */
export const columns = <const C extends Columns>(declared: C & OwnOptions<C>): C => declared;

/** What every record has that two people may edit: how many times it was saved, when, and by whom. */
export const STAMPS = columns({
  version: { type: 'integer', from: 'default' },
  created_at: { type: 'instant', internal: true },
  updated_at: { type: 'instant' },
  updated_by: { type: 'id', nullable: true, internal: true },
});

type Plain<C extends Column> = C extends { type: 'choice'; of: readonly (infer Value)[] }
  ? Value
  : C extends { type: 'boolean' }
    ? boolean
    : C extends { type: 'integer' }
      ? number
      : C extends { type: 'texts' }
        ? string[]
        : string;
/** A column's value as JSON has it. */
export type ValueOf<C extends Column> = Plain<C> | (C extends { nullable: true } ? null : never);

type NamesWhere<C extends Columns, Is> = { [K in keyof C & string]: C[K] extends Is ? K : never }[keyof C & string];
export type InputName<C extends Columns> = NamesWhere<C, { input: string }>;
export type FixedName<C extends Columns> = NamesWhere<C, { fixed: true }>;
export type MemberName<C extends Columns> = Exclude<keyof C & string, NamesWhere<C, { internal: true }>>;

/** The members of a record as the API answers it. */
export type RecordOf<C extends Columns> = { [K in MemberName<C>]: ValueOf<C[K]> };

const namesWhere = <N extends string>(declared: Columns, is: (column: Column) => boolean): N[] =>
  Object.keys(declared).filter((name): name is N => {
    const column = declared[name];
    return column !== undefined && is(column);
  });

/** What people fill in. */
export const inputNames = <C extends Columns>(declared: C) =>
  namesWhere<InputName<C>>(declared, ({ input }) => input !== undefined);

const membersOf = new WeakMap<Columns, readonly string[]>();

/** What the API answers of a record; the same array each time, since every request of one asks. */
export function memberNames<C extends Columns>(declared: C): readonly MemberName<C>[] {
  const known = membersOf.get(declared) as readonly MemberName<C>[] | undefined;
  const names = known ?? namesWhere<MemberName<C>>(declared, ({ internal }) => internal !== true);
  if (!known) membersOf.set(declared, names);
  return names;
}

/** What the audit log keeps of a record. */
export const auditedNames = <C extends Columns>(declared: C) =>
  namesWhere<keyof C & string>(declared, ({ audited, input }) => audited ?? input !== undefined);

/** What an export has of a record. */
export const exportedNames = <C extends Columns>(declared: C) =>
  namesWhere<keyof C & string>(declared, ({ exported, input }) => exported ?? input !== undefined);
