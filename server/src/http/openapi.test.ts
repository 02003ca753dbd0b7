/** The document says of each call what its declaration says, and whatever stands in it can be read by itself. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '@signet/contract';
import { PROBLEMS } from '@signet/contract/problem';
import { openApiDocument, problemsOf } from './openapi.ts';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json };
type Operation = {
  description: string;
  security: object[];
  parameters: Parameter[];
  responses: Record<string, { $ref: string }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, { description: string; content: Json }> };
};

const DOCUMENT = openApiDocument('https://signet.example') as Document;
const { paths, components } = DOCUMENT;

/** Every object within a value, with the way to it. */
function* objectsIn(value: unknown, path = '#'): Generator<[path: string, object: Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, one] of Object.entries(value)) yield* objectsIn(one, `${path}/${key}`);
}
const everyObject = [...objectsIn(DOCUMENT)];

const CALLS = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const operationOf = ({ path, method }: (typeof endpoints)[number]): Operation => {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document.`);
  return operation;
};
/** The problems that the document names under a code. */
function namedProblems(operation: Operation, code: number): string[] {
  const name = operation.responses[code]?.$ref.split('/').at(-1) ?? '';
  return [...(components.responses[name]?.description ?? '').matchAll(/^`(\w+)`: [A-Z](?!.* {2})/gm)].map(
    ([, one = '']) => one,
  );
}

test.each(CALLS)('who may call %s', (_call, endpoint) => {
  const { access } = endpoint;
  const operation = operationOf(endpoint);
  const needs = access === 'public' ? {} : access;
  const { all = [], any = [], scopes = [], feature, via = [] } = needs;
  const names = [...all, ...any, ...scopes, ...via, ...(feature === undefined ? [] : [feature])];
  expect(names.filter((name) => !operation.description.includes(name))).toEqual([]);
  const byKey = via.length === 0 || via.includes('token') ? [{ apiKey: [] }, { oauth: [...all] }] : [];
  expect(operation.security).toEqual(access === 'public' ? [] : [{ bearer: [] }, ...byKey]);
  expect(operation.description.startsWith('Public')).toBe(access === 'public');
  const refusals = namedProblems(operation, 403);
  // Some find out later what they need: a bulk act, what its single one does.
  const isFoundLater = endpoint.problems?.includes('FORBIDDEN') === true;
  const forSessions = via.length === 1 && via[0] === 'session';
  const unforbidden = ['feature', 'beforeTerms', ...(forSessions ? ['via'] : [])];
  expect(refusals.includes('FORBIDDEN')).toBe(
    isFoundLater || Object.keys(needs).some((key) => !unforbidden.includes(key)),
  );
  expect(refusals.includes('SESSION_NEEDED')).toBe(
    forSessions || endpoint.problems?.includes('SESSION_NEEDED') === true,
  );
  expect(refusals.includes('TERMS_NOT_ACCEPTED')).toBe(access !== 'public' && !access.beforeTerms);
  expect(feature === undefined || refusals.includes('FEATURE_OFF')).toBe(true);
});

test.each(CALLS)('what may go wrong with %s: each problem under its code, in a sentence', (_call, endpoint) => {
  const operation = operationOf(endpoint);
  for (const status of problemsOf(endpoint))
    expect(namedProblems(operation, PROBLEMS[status]), status).toContain(status);
});

test.each(CALLS)('what %s answers where nothing goes wrong', (_call, endpoint) => {
  const { responses } = operationOf(endpoint);
  const { success, alsoSuccess, leads, caches } = endpoint;
  const codes = [success, ...(alsoSuccess ? [alsoSuccess] : []), ...(leads ? [303] : []), ...(caches ? [304] : [])];
  const documented = Object.keys(responses).filter((code) => Number(code) < 400);
  expect(documented.toSorted()).toEqual(codes.map(String).toSorted());
});

test.each([
  ['POST', '/account/ui-api/v1/federation/config', ['200', '201']],
  ['GET', '/imauth/api/v1/login/saml', ['200', '303']],
  ['GET', '/certificate-authority/crl/{id}.crl', ['200', '304']],
  ['GET', '/account/ui-api/v1/ends-soon/calendar/{secret}.ics', ['200', '304']],
] as const)('%s %s answers by two codes', (method, path, codes) => {
  const { responses } = operationOf(endpoints.find((one) => one.path === path && one.method === method) ?? never());
  expect(Object.keys(responses).filter((code) => Number(code) < 400)).toEqual(codes);
});

test('every parameter says what it is for and what it takes; one that has a default says which', () => {
  for (const endpoint of endpoints) {
    for (const { name, description, schema } of operationOf(endpoint).parameters) {
      const where = `${endpoint.method} ${endpoint.path} ${name}`;
      expect(description, where).toMatch(/^[A-Z].+\.$/);
      expect(schema['type'], where).toBeDefined();
      const field = endpoint.params?.shape[name] ?? endpoint.query?.shape[name] ?? endpoint.headers?.shape[name];
      expect('default' in schema, where).toBe((field as z.ZodType | undefined)?.type === 'default' || name === 'sort');
    }
  }
  const { parameters } = operationOf(endpoints.find((one) => one.path === '/account/ui-api/v1/account') ?? never());
  expect(parameters.find(({ name }) => name === 'limit')?.schema).toEqual({
    type: 'integer',
    minimum: 1,
    maximum: 99_999,
    default: 20,
  });
});

function never(): never {
  throw new Error('There is no such endpoint.');
}

test('a day has the format of a date, an instant says how it is written, an id is a UUID', () => {
  const rules: [name: RegExp, expected: Json][] = [
    [/^(?:from|ends|end_date_from|end_date_to)$/, { format: 'date' }],
    [/_at$/, { description: 'YYYY-MM-DD HH:mm:ss, UTC.' }],
    [/(?:^|_)(?:id|cid)$/, { format: 'uuid' }],
  ];
  for (const [path, object] of everyObject) {
    if (!path.startsWith('#/components/schemas/') || !path.endsWith('/properties')) continue;
    // Of languages, what WebAuthn calls an id, and what stands in a list, of which every text is judged.
    if (/SettingsLocalesAnswer|SecurityKey|ListedInvitation\/|InvitationDefaults/.test(path)) continue;
    for (const [name, schema] of Object.entries(object as Record<string, Json>)) {
      const [, expected] = rules.find(([one]) => one.test(name)) ?? [];
      if (expected === undefined || NOT_OURS.has(name) || !('type' in schema) || schema['type'] === 'array') continue;
      expect(schema, `${path}/${name}`).toMatchObject(expected);
    }
  }
});

/** Ids that others give, that are words of ours, or that may be empty. */
const NOT_OURS = new Set([
  'entity_id',
  'client_id',
  'oauth_client_account_id',
  'feature_id',
  'package_id',
  'federated_account_id',
  'has_onelogin_id',
  'primary_account_id',
  'correlation_id',
  'resource_id',
  'self_service_request_id',
]);

test('a shape stands in one place: what refers to it finds it, none is written twice, none is left over', () => {
  const references = everyObject.flatMap(([, object]) => (typeof object['$ref'] === 'string' ? [object['$ref']] : []));
  const targets = new Set(everyObject.map(([path]) => path));
  expect(references.filter((one) => !targets.has(one))).toEqual([]);

  const own = Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`);
  const responses = Object.keys(components.responses).map((name) => `#/components/responses/${name}`);
  expect([...own, ...responses].filter((one) => !references.includes(one))).toEqual([]);

  const written = new Map<string, string>();
  const twice: string[] = [];
  for (const [path, object] of everyObject.filter(([one]) => one.startsWith('#/components/schemas/'))) {
    if (object['type'] !== 'object' || Object.keys(object['properties'] ?? {}).length < 2) continue;
    const text = JSON.stringify(object);
    if (written.has(text)) twice.push(`${path} = ${written.get(text)}`);
    written.set(text, path);
  }
  expect(twice).toEqual([]);
});
