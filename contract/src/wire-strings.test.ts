/** Every string that a call takes, of later areas too, or somebody decides otherwise here. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { areas } from './index.ts';

type Found = [path: string, schema: z.ZodType];
type Part = z.ZodType | undefined;
type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  checks?: { _zod: { def: { pattern?: RegExp } } }[];
  pattern?: RegExp;
} & Partial<Record<'innerType' | 'in' | 'left' | 'right' | 'element' | 'keyType' | 'valueType', z.ZodType>>;

function definitionOf(schema: z.ZodType): Definition {
  const def: object = schema._zod.def;
  return def as Definition;
}

/** Schemas within another one, each with the way to it. */
function partsOf(schema: z.ZodType, path: string): [string, Part][] {
  const def = definitionOf(schema);
  return [
    ...[def.innerType, def.in, def.left, def.right, ...(def.options ?? [])].map((one): [string, Part] => [path, one]),
    ...Object.entries(def.shape ?? {}).map(([key, one]): [string, Part] => [`${path}.${key}`, one]),
    [`${path}[]`, def.element],
    [`${path}{key}`, def.keyType],
    [`${path}{}`, def.valueType],
  ];
}

/** The strings in a schema; one that is converted as a whole, since what comes of it is what is kept. */
function* stringsIn(schema: Part, path: string): Generator<Found> {
  if (!schema) return;
  const { type, in: before } = definitionOf(schema);
  const isConverted = type === 'pipe' && before !== undefined && !schema.safeParse({}).success;
  if (type === 'string' || (isConverted && isText(before))) yield [path, schema];
  else for (const [way, part] of partsOf(schema, path)) yield* stringsIn(part, way);
}

function isText(schema: z.ZodType): boolean {
  const { type, innerType, in: before, options = [] } = definitionOf(schema);
  return type === 'string' || [innerType, before, ...options].some((one) => one !== undefined && isText(one));
}

const calls = Object.values(areas).flatMap((area) => Object.values<Endpoint>(area));
const taken = calls.flatMap(({ method, path, params, query, headers, body }) =>
  Object.entries({ params, query, headers, body }).flatMap(([where, schema]) => [
    ...stringsIn(schema, `${method} ${path} ${where}`),
  ]),
);

/** Whether a string of any of these lengths is let through with a NUL at its end. */
const takesNul = (schema: z.ZodType): boolean =>
  [1, 12, 32, 43, 64].some((length) => {
    const read = schema.safeParse(`${'x'.repeat(length - 1)}\0`);
    return read.success && JSON.stringify(read.data)?.includes('\\u0000');
  });

const HASHED = 'is kept as its hash, or compared with one';
const COMPARED = 'is compared with what is there, or with what is sent beside it';
const PARSED = 'is read, and what is none is refused';
const OF_LIST = 'is judged with the whole list or record that it is in';

/** Where a string without a rule of its own may hold a NUL, and why that does no harm. */
const HARMLESS: Record<string, string> = {
  'body.certificate': PARSED,
  'body.code': HASHED,
  'body.csr': PARSED,
  'body.current_password': HASHED,
  'body.domains[]': OF_LIST,
  'body.allowed_addresses[]': OF_LIST,
  'body.entity_id': COMPARED,
  'body.identity_provider_config.certificates[].certificate': PARSED,
  'body.identity_provider_config.metadata.metadata': PARSED,
  'body.metadata': PARSED,
  'body.name': COMPARED,
  'body.old_domains[]': COMPARED,
  'body.password': HASHED,
  'body.redirect_uris[]': OF_LIST,
  'body.refresh_token': HASHED,
  'body.repeatedPassword': COMPARED,
  'body.secret': OF_LIST,
  'body.sign_on_address': COMPARED,
  'body[].feature_id': COMPARED,
  'body{}': OF_LIST,
  'headers.cookie': PARSED,
  'headers.x-transfer-code': HASHED,
  'params.domain': COMPARED,
  'params.request': PARSED,
  'params.secret': HASHED,
  'query.RelayState': PARSED,
  'query.SAMLRequest': PARSED,
  'query.SAMLResponse': PARSED,
  'query.SigAlg': PARSED,
  'query.Signature': PARSED,
  'query.old_domains': COMPARED,
  'query.old_verified': COMPARED,
};

test('no string takes a NUL that would come to the database, which keeps none', () => {
  const found = taken.filter(([, schema]) => takesNul(schema)).map(([path]) => path);
  const fields = new Set(found.map((path) => path.split(' ').slice(2).join(' ')));
  expect([...fields].toSorted()).toEqual(Object.keys(HARMLESS).toSorted());
});

test('no pattern has flags beside u, which the API’s document would lose', () => {
  const patterns = taken.flatMap(([path, schema]) => {
    const { pattern, checks = [] } = definitionOf(schema);
    const all = [pattern, ...checks.map((one) => one._zod.def.pattern)];
    return all.filter((one) => one !== undefined).map((one) => `${path} ${one}`);
  });
  expect(patterns.length).toBeGreaterThan(0);
  expect(patterns.filter((text) => !/\/u?$/.test(text))).toEqual([]);
});
