/** The document says of each call what its declaration says, and whatever stands in it can be read by itself. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '@signet/contract';
import { LIMITS } from '@signet/contract/limits';
import { PROBLEMS } from '@signet/contract/problem';
import { openApiDocument, problemsOf } from './openapi.ts';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json };
type Operation = {
  description: string;
  security: object[];
  parameters: Parameter[];
  responses: Record<string, { $ref: string; headers?: Json }>;
};
type Answer = { description: string; content: Json; headers?: Json };
type Document = {
  info: { version: string; license: { identifier: string } };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Answer> };
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

test('says its version, and by which license it may be used', () => {
  const { version, license } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(DOCUMENT.info).toMatchObject({ version, license: { identifier: license } });
});

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

test('which headers come with an answer stands beside it', () => {
  const failures: Record<string, string[]> = {
    401: ['www-authenticate'],
    429: ['retry-after'],
    503: ['retry-after'],
  };
  for (const endpoint of endpoints) {
    for (const [code, { $ref, headers }] of Object.entries(operationOf(endpoint).responses)) {
      const named = Object.keys(headers ?? components.responses[$ref?.split('/').at(-1) ?? '']?.headers ?? {});
      const ofSuccess = endpoint.produces ? ['content-disposition'] : [];
      const expected = code === '303' ? ['location'] : code < '300' ? ofSuccess : (failures[code] ?? []);
      expect(named, `${endpoint.method} ${endpoint.path} ${code}`).toEqual(expected);
    }
  }
});

test('what an OAuth client asks for needs the cookie of the browser that began it, by name', () => {
  const asking = endpoints.filter(({ path }) => path.includes('/oauth-authorization/'));
  expect(asking).toHaveLength(3);
  for (const one of asking) {
    expect(one.summary).toContain('/oauth/auth');
    const cookie = operationOf(one).parameters.find(({ name }) => name === 'cookie');
    expect(cookie?.description).toMatch(/signet_authorization .*OAUTH_REQUEST_ENDED/);
  }
  expect(endpoints.find(({ path }) => path === '/account/ui-api/v1/certificate')?.summary).toContain('NOT_REVOCABLE');
});

test('a problem says of each field as much as of the whole', () => {
  const { properties } = said('Problem', 'properties', 'error') as { properties: Record<string, Json> };
  const ofField = properties['fields']?.['additionalProperties'] as { properties: Json };
  expect(Object.keys(ofField.properties)).toEqual(['status', 'message', 'params']);
  expect(ofField.properties['params']).toEqual(properties['params']);
});

test('what is edited by a version and may lack fields says what becomes of those', () => {
  const lacking = endpoints.filter(({ query, body, summary }) => {
    const { required = [], properties = {} } = body ? (z.toJSONSchema(body, LENIENT) as Partial<Fields>) : {};
    return (
      query &&
      'version' in query.shape &&
      /^(?:Edits|Saves) /.test(summary) &&
      required.length < Object.keys(properties).length
    );
  });
  expect(lacking.length).toBeGreaterThan(10);
  const silent = lacking.filter(({ summary }) => !/left out/.test(summary));
  expect(silent.map(({ path }) => path)).toEqual([]);
});
type Fields = { required: string[]; properties: Json };
const LENIENT = { io: 'input', unrepresentable: 'any' } as const;

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

/** What the document says of a value: the names of the shape, and of what is in it. */
const said = (...path: string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], components.schemas);

test('who renews a certificate by a program of their own reads which octets its key signs, and how', () => {
  const octets = String.raw`Signet renewal of a certificate\n<challenge>\n<request>\n`;
  const answered = said('RenewalChallenge', 'properties', 'challenge', 'description');
  const proof = said('EnrollmentRequest', 'properties', 'proof', 'properties', 'signature', 'description');
  expect(answered).toContain(octets);
  expect(proof).toContain(octets);
  expect(proof).toMatch(/SHA-256 of the DER of `csr`.*PKCS #1 v1\.5.*P-384: ECDSA with SHA-384.* DER/);
});

test('what a value takes stands in its schema as narrow as the server has it', () => {
  const profile = (field: string): unknown => said('CertificateProfileInput', 'properties', field);
  expect(profile('days')).toMatchObject({ type: 'integer', minimum: 1, maximum: 3650 });
  for (const field of ['key_usage', 'purposes', 'key_types'])
    expect(profile(field), field).toMatchObject({ type: 'array', minItems: 1 });
  const mayBeEmpty = { type: 'string', maxLength: LIMITS.emailMax, anyOf: [{ format: 'email' }, { maxLength: 0 }] };
  for (const shape of ['SeatInput', 'SeatsCreateRequest'])
    expect(said(shape, 'properties', 'email'), shape).toMatchObject(mayBeEmpty);
  for (const shape of ['TemplateInput', 'CertificateTemplatesCreateRequest', 'EnrollmentInput'])
    expect(said(shape, 'properties', 'country'), shape).toMatchObject({ maxLength: 2, pattern: '^(?:[A-Z]{2})?$' });
  expect(said('EditedServicePeriod', 'properties', 'to', 'description')).toMatch(
    /^Null leaves an account without an end as it is/,
  );
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
