import { expect, test } from 'vitest';
import { z } from 'zod';
import { aliases, country, day, id, legalName, line, queryBoolean, queryNumber, text, webAddress } from './fields.ts';
import { reasonOfIssue } from './issue-reason.ts';
import { paging } from './paging.ts';

/** The reason of the first issue that a schema has with a value. */
function reasonFor(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value, { reportInput: true });
  const [issue] = error?.issues ?? [];
  return issue && reasonOfIssue(issue);
}
const invalid = (allowed: string, params = {}) => ({ status: 'INVALID_INPUT', params: { allowed, ...params } });
const inField = (schema: z.ZodType) => z.strictObject({ field: schema });

test.each<[what: string, schema: z.ZodType, value: unknown, reason: unknown]>([
  ['one of few', z.enum(['standard', 'partner']), 'other', invalid('choice', { values: 'standard, partner' })],
  ['one of a list, empty', z.enum(['standard', 'partner']), '', { status: 'REQUIRED_CHOICE' }],
  ['a text', z.string(), 7, invalid('string')],
  ['a switch', z.boolean(), 'yes', invalid('boolean')],
  ['a switch in an address', queryBoolean, 'yes', invalid('boolean')],
  ['a whole number', z.number().int(), 'x', invalid('number')],
  ['a number within bounds', queryNumber(1, 20), '0', { status: 'INVALID_NUMBER', params: { min: 1, max: 20 } }],
  ['a list', z.array(z.string()), 'x', invalid('array')],
  ['a list that is not too long', z.array(z.string()).max(2), ['a', 'b', 'c'], invalid('items', { max: 2 })],
  ['a list that is not too short', z.array(z.string()).min(1), [], invalid('least', { min: 1 })],
  ['a number that is not too small', z.number().int().min(-1), -5, invalid('least', { min: -1 })],
  ['a number that is not too large', z.number().max(7), 8, invalid('items', { max: 7 })],
  ['an object', z.strictObject({}), [], invalid('object')],
  ['an object for nothing', z.strictObject({}), null, invalid('object')],
  ['an id', id, 'seven', invalid('uuid')],
  ['a text of a form', z.string().regex(/^a+$/), 'b', invalid('pattern', { pattern: '/^a+$/' })],
  ['one line', line(10), 'a\nb', invalid('characters')],
  ['a text without half characters', text(10), '\ud800', invalid('characters')],
  ['a web address', webAddress, 'ftp://signet.example', invalid('web')],
  ['a country', country, 'KP', invalid('country')],
  ['a country that exists', country, 'XX', invalid('country')],
  ['a country, not chosen', country, '', { status: 'REQUIRED_CHOICE' }],
  [
    'few aliases',
    aliases,
    Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, 'x'])),
    invalid('items', { max: 100 }),
  ],
  ['a day', day, '2026-02-30', { status: 'INVALID_DATE', params: { example: '2026-12-31' } }],
  ['the name of an organization', legalName, 'a<b', { status: 'INVALID_LEGAL_NAME' }],
  ['a field', inField(z.string()), {}, { status: 'REQUIRED' }],
  ['a field that is not null', inField(z.string()), { field: null }, { status: 'REQUIRED' }],
  ['a known field', inField(z.string().optional()), { other: 1 }, { status: 'UNKNOWN_FIELD' }],
])('[S-218] a refusal says what is allowed: %s', (_what, schema, value, reason) => {
  expect(reasonFor(schema, value)).toEqual(reason);
});

test('[S-218] of many allowed values the first are named', () => {
  const many = Array.from({ length: 30 }, (_, n) => `v${n}`);
  expect(reasonFor(z.enum(many), 'w')?.params?.['values']).toBe(`${many.slice(0, 12).join(', ')} …`);
});

test.each<[value: string, params: unknown]>([
  ['name', { wrong: 'direction', column: 'name' }],
  ['name:up', { wrong: 'direction', column: 'name' }],
  ['period.to', { wrong: 'direction', column: 'period.to' }],
  ['nope:asc', { columns: 'name, period.to' }],
  ['nope', { columns: 'name, period.to' }],
  ['', { columns: 'name, period.to' }],
])('[S-251] sorted by "%s", a list says what is wrong with it', (value, params) => {
  const schema = z.strictObject(paging(['name', 'period.to']));
  expect(reasonFor(schema, { sort: value })).toEqual({ status: 'UNKNOWN_SORT_COLUMN', params });
});
