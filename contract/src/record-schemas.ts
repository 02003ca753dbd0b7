/** The schemas that the declarations of a record and of a list's filters stand for. */
import { z } from 'zod';
import {
  accountName,
  answeredDay,
  country,
  dateTime,
  day,
  email,
  filledLine,
  id,
  idOrNone,
  identifier,
  legalName,
  line,
  locale,
  personName,
  phone,
  refuse,
  queryBoolean,
  subjectLine,
  text,
  userName,
  webAddress,
} from './fields.ts';
import { whyNotRange, type Filter, type Filters } from './filter.ts';
import { LIMITS } from './limits.ts';
import { exporting, paging } from './paging.ts';
import {
  inputNames,
  memberNames,
  type Column,
  type Columns,
  type FixedName,
  type InputName,
  type MemberName,
  type TextFormat,
  type ValueOf,
} from './record.ts';

/** The rule of each format; those that have a ceiling of their own are given the column's. */
const FORMATS = {
  line: (max: number) => line(max),
  filledLine: (max: number) => filledLine(max),
  subjectLine: (max: number) => subjectLine(max),
  legalName: () => legalName,
  accountName: () => accountName,
  personName: () => personName,
  userName: () => userName,
  identifier: () => identifier,
  email: () => email,
  phone: () => phone,
  webAddress: () => webAddress,
  country: () => country,
  locale: () => locale,
} satisfies Record<TextFormat, (max: number) => z.ZodType>;

type Typed<C extends Column> = C extends { type: 'text'; format: infer F extends TextFormat }
  ? ReturnType<(typeof FORMATS)[F]>
  : C extends { type: 'choice'; of: readonly (infer Value)[] }
    ? z.ZodType<Value, Value>
    : z.ZodType<ValueOf<Omit<C, 'nullable'> & Column>, ValueOf<Omit<C, 'nullable'> & Column>>;
type TypedOrNull<C extends Column> = C extends { nullable: true } ? z.ZodNullable<Typed<C>> : Typed<C>;
type Input<C extends Column> = C extends { input: 'optional' } ? z.ZodOptional<TypedOrNull<C>> : TypedOrNull<C>;
type InputShape<C extends Columns, N extends keyof C> = { [K in N]: Input<C[K]> };

/** A value as people may give it; the refusal says which rule it breaks. */
function inputSchema(column: Column): z.ZodType {
  const typed = typedSchema(column);
  const orNull = column.nullable ? typed.nullable() : typed;
  return column.input === 'optional' ? orNull.optional() : orNull;
}

function typedSchema(column: Column): z.ZodType {
  switch (column.type) {
    case 'text': {
      const max = column.max ?? LIMITS.nameMax;
      return column.format ? FORMATS[column.format](max) : text(max);
    }
    case 'choice':
      return z.enum(column.of);
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z.int32();
    case 'texts':
      return z.array(filledLine(column.max)).max(column.maxItems);
    case 'id':
      return id;
    case 'day':
      return day;
    case 'instant':
      throw new Error('An instant is the server’s to know: nobody fills it in.');
  }
}

/** What the API answers of a column. */
function answerSchema(column: Column): z.ZodType {
  const plain = plainSchema(column);
  return column.nullable ? plain.nullable() : plain;
}

function plainSchema(column: Column): z.ZodType {
  switch (column.type) {
    case 'id':
      return id;
    case 'choice':
      return z.enum(column.of);
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z.number().int();
    case 'texts':
      return z.array(z.string());
    case 'day':
      return answeredDay;
    case 'instant':
      return dateTime;
    case 'text':
      return z.string();
  }
}

/** The shape of the named columns. */
function shapeOf(columns: Columns, names: readonly string[], schema: (column: Column) => z.ZodType): z.ZodRawShape {
  return Object.fromEntries(
    names.map((name) => {
      const column = columns[name];
      if (!column) throw new Error(`No column is called ${name}.`);
      return [name, schema(column)];
    }),
  );
}

type AnswerShape<C extends Columns, N extends keyof C> = { [K in N]: z.ZodType<ValueOf<C[K]>, ValueOf<C[K]>> };

/** Some columns of a record, as a list answers them. */
export const rowSchema = <C extends Columns, const N extends MemberName<C>>(columns: C, names: readonly N[]) =>
  z.object(shapeOf(columns, names, answerSchema) as AnswerShape<C, N>);

/** A record as the API answers it: every column but the internal ones. */
export const recordSchema = <C extends Columns>(columns: C) => rowSchema(columns, memberNames(columns));

/** What people fill in when a record is created. */
export const createSchema = <C extends Columns>(columns: C) =>
  z.strictObject(shapeOf(columns, inputNames(columns), inputSchema) as InputShape<C, InputName<C>>);

/** What people fill in when a record is edited: the same without what stays. */
export function editSchema<C extends Columns>(columns: C) {
  const names = inputNames(columns).filter((name) => columns[name]?.fixed !== true);
  return z.strictObject(shapeOf(columns, names, inputSchema) as InputShape<C, Exclude<InputName<C>, FixedName<C>>>);
}

type FilterSchema<F extends Filter> = F extends { type: 'choice'; of: readonly (infer Value)[] }
  ? z.ZodOptional<z.ZodType<Value, Value>>
  : F extends { type: 'boolean' }
    ? z.ZodOptional<typeof queryBoolean>
    : F extends { type: 'id' }
      ? typeof idOrNone
      : z.ZodOptional<z.ZodType<string, string>>;

/** Which rows match, where the filter does not say it itself. */
function filterDescription(name: string, { type, description }: Filter): string {
  if (description !== undefined) return description;
  return type === 'text'
    ? `Rows whose ${name} contains this; neither case nor accents matter.`
    : `Rows with this ${name}.`;
}

function filterSchema(filter: Filter): z.ZodType {
  switch (filter.type) {
    case 'text':
      return text(filter.max).optional();
    case 'choice':
      return z.enum(filter.of).optional();
    case 'boolean':
      return queryBoolean.optional();
    case 'day':
      return day.optional();
    case 'id':
      return idOrNone;
    case 'country':
      return z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .optional();
  }
}

/** The values of filters, each of which may be absent. */
export const filterShape = <F extends Filters>(filters: F) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      name,
      filterSchema(filter).describe(filterDescription(name, filter)),
    ]),
  ) as {
    [K in keyof F]: FilterSchema<F[K]>;
  };

/** The query with a refusal of ranges that end before they begin. */
export const ranged = <S extends z.ZodObject>(query: S, filters: Filters): S =>
  query.superRefine((given, context) => {
    const wrong = whyNotRange(filters, given);
    if (wrong) refuse(context, wrong.reason, [wrong.field]);
  });

/**
 * The queries of a list and of its export: pages for the one, rows by their ids for the other, both with the filters.
 */
export function listQueries<const S extends readonly [string, ...string[]], F extends Filters>(sorts: S, filters: F) {
  const shape = filterShape(filters);
  const pages = paging(sorts);
  return {
    list: ranged(z.strictObject({ ...pages, ...shape }), filters),
    export: ranged(z.strictObject({ sort: pages.sort, ...shape, ...exporting }), filters),
  };
}
