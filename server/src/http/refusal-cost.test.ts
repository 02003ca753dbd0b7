/**
 * What a refusal costs, over every endpoint of the contract: hostile bodies of the largest size that is taken, and
 * addresses of the largest. CPU time is compared, and only of this process: other processes of the machine don't count.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '@signet/contract';
import type { Endpoint } from '@signet/contract/endpoint';
import { LIMITS } from '@signet/contract/limits';
import { SETTING_NAMES } from '@signet/contract/platform-settings';
import { newId } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
let authorization: string;
beforeAll(async () => {
  app = await startTestApp();
  authorization = `Bearer ${(await app.signIn('ada')).access_token}`;
  // The first time costs more.
  for (let n = 0; n < 5; n += 1) parse();
});
afterAll(() => app.close());
// The clock stands still: its minute would soon have all the calls that one address may make.
beforeEach(() => app.db.deleteFrom('rate_window').execute());

const BODY = LIMITS.bodyBytes - 1024;
/** Node takes 16 KiB of address and headers. */
const ADDRESS = 15_000;
const ANSWER_MAX = 8192;
/** What a refusal may cost, and on a machine that is slow at the moment: so many times what {@link PARSED} does. */
const CPU_MAX_MS = 20;
const CPU_MAX_RATIO = 3;
const PARSED = `[${Array.from({ length: LIMITS.bodyBytes / 3 }, () => '{}').join(',')}]`;

const withBody = endpoints.filter((one) => one.body);
/** The fields of a body, of each form that it may have, or of the rows of one that is a list, or the names it takes. */
function fieldsOf({ body }: Endpoint): string[] {
  const forms = body instanceof z.ZodUnion ? body.options : [body instanceof z.ZodArray ? body.element : body];
  return forms.flatMap((form) => {
    // Settings by their names: which there are is asked later.
    if (form instanceof z.ZodRecord) return [...SETTING_NAMES];
    if (!(form instanceof z.ZodObject)) throw new Error('The body is neither an object nor a list of them.');
    return Object.keys(form.shape);
  });
}
const times = (count: number, one: (n: number) => string): string =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, n) => one(n)).join(',');
/** All fields of an endpoint, each with a share of so many bytes. */
const inEachField = (value: (share: number, count: number) => string) => (fields: readonly string[], size: number) => {
  const count = (LIMITS.bodyValues - 4 * fields.length) / fields.length;
  return `{${fields.map((field) => `"${field}":${value(size / fields.length - 64, count)}`).join(',')}}`;
};
type BodyOf = (fields: readonly string[], size: number) => string;
/** Shapes in which nothing is of the endpoint. */
const ALIKE = new Set<BodyOf>();
/** The same for every endpoint, made once. */
function alike(body: (size: number) => string): BodyOf {
  const made = new Map<number, string>();
  const bodyOf: BodyOf = (_fields, size) => {
    const known = made.get(size) ?? body(size);
    made.set(size, known);
    return known;
  };
  ALIKE.add(bodyOf);
  return bodyOf;
}
/** Those are refused before an endpoint has a say: each is sent to this part of the endpoints, each time another. */
const PART = 4;
const wide = (share: number, count: number, other: number): string => 'x'.repeat(Math.max(1, share / count - other));

/** What is measured byte by byte is refused at its first thousands of values; what passes is as wide as it may be. */
const BODIES: Record<string, BodyOf> = {
  'many unknown keys': alike((size) => `{${times(size / 12, (n) => `"k${n.toString(36).padStart(5, '0')}":1`)}}`),
  'many short keys': alike((size) => `{${times(size / 9, (n) => `"${n.toString(36)}":0`)}}`),
  'deep arrays': alike((size) => '['.repeat(size / 2) + ']'.repeat(size / 2)),
  'deep objects': alike((size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`),
  'a long list': alike((size) => `[${times(size / 3, () => '{}')}]`),
  blanks: alike((size) => `{${' '.repeat(size)}"nobody":1}`),
  'a long key': alike((size) => `{"${'k'.repeat(size)}":1}`),
  'a string that does not end': alike((size) => `{"a":"${'\\"'.repeat(size / 2)}`),
  'unknown keys with long names': alike(
    (size) => `{${times(LIMITS.bodyValues - 9, (n) => `"${n}${wide(size, LIMITS.bodyValues, 12)}":1`)}}`,
  ),
  'long strings': inEachField((share) => `"${'x'.repeat(share)}"`),
  'long strings of escapes': inEachField((share) => `"${'\\u0000'.repeat(share / 6)}"`),
  'long strings of blanks and dashes': inEachField((share) => `"${' -'.repeat(share / 2)}"`),
  'lists of long strings': inEachField((share, count) => `[${times(count, () => `"${wide(share, count, 4)}"`)}]`),
  'lists of objects': inEachField((_share, count) => `[${times(count / 2, () => '{}')}]`),
  'objects of long keys': inEachField(
    (share, count) => `{${times(count, (n) => `"${n}${wide(share, count, 12)}":1`)}}`,
  ),
};

const unknown = (size: number, one: (n: number) => string): string => {
  let query = '';
  for (let n = 0; query.length < size; n += 1) query += `${one(n)}&`;
  return query.slice(0, -1);
};
const QUERIES: Record<string, (one: Endpoint, size: number) => string> = {
  'many unknown parameters': (_, size) => unknown(size, (n) => `p${n}`),
  'one unknown parameter many times': (_, size) => unknown(size, () => 'p=1'),
  'a long parameter': (_, size) => 'p'.repeat(size),
  'each parameter many times': (one, size) => {
    const names = Object.keys(one.query?.shape ?? { none: null });
    return unknown(size, (n) => `${names[n % names.length]}=%00`);
  },
  'each parameter long': (one, size) => {
    const names = Object.keys(one.query?.shape ?? { none: null });
    return names.map((name) => `${name}=${'x'.repeat(Math.max(1, size / names.length - 20))}`).join('&');
  },
};

/** An address of the endpoint whose parameters are well-formed. */
function addressOf({ path, params }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = params?.shape[name] as z.ZodType;
    return [newId(), 'accounts', 'ca_manager'].find((value) => field.safeParse(value).success) ?? 'x';
  });
}

type Request = { method: Endpoint['method']; url: string; body?: Buffer; headers: Record<string, string> };
type Refusal = { status: number; bytes: number; ms: number };

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function ask({ method, url, body, headers }: Request): Promise<Refusal> {
  const before = process.cpuUsage();
  const answer = await app.app.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
  return { status: answer.statusCode, bytes: answer.rawPayload.length, ms: cpuMsSince(before) };
}

function parse(): number {
  const before = process.cpuUsage();
  JSON.parse(PARSED);
  return cpuMsSince(before);
}

/** What seems to cost more is asked so often again: the memory of this process may have been cleaned up meanwhile. */
const TRIES = 40;

/** Refused in few words, at little cost. */
async function expectCheap(request: Request, where: string): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  let parsing = ms;
  let most = CPU_MAX_MS;
  for (let n = 0; n < TRIES; n += 1) {
    const refusal = await ask(request);
    expect(refusal.status, where).toBeGreaterThanOrEqual(400);
    expect(refusal.status, where).toBeLessThan(500);
    expect(refusal.bytes, where).toBeLessThan(ANSWER_MAX);
    ms = Math.min(ms, refusal.ms);
    if (ms < most) break;
    parsing = Math.min(parsing, parse(), parse(), parse());
    most = Math.max(CPU_MAX_MS, CPU_MAX_RATIO * parsing);
  }
  expect(ms, `${where}: milliseconds`).toBeLessThan(most);
  return ms;
}

const json = (body: string, headers: Record<string, string>) => ({
  body: Buffer.from(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const bodyRequest = (one: Endpoint, body: string): Request => ({
  method: one.method,
  url: addressOf(one),
  ...json(one.body instanceof z.ZodArray ? `[${body}]` : body, one.access === 'public' ? {} : { authorization }),
});

/** Four times the size may cost four times as much; twice that, and a little, is left to chance. */
function expectLinear(quarter: number, whole: number): void {
  expect(whole, `${quarter.toFixed(1)} ms for a quarter`).toBeLessThan(8 * quarter + 20);
}

/** It asks hundreds of endpoints, which takes long where other processes have the processors. */
const PATIENCE = 400_000;

describe.each(Object.entries(BODIES))('a body of a megabyte: %s', { timeout: PATIENCE }, (name, bodyOf) => {
  test('every endpoint refuses it in few words, at a cost that grows no faster than its size', async () => {
    const total = { quarter: 0, whole: 0 };
    const turn = Object.keys(BODIES).indexOf(name);
    const asked = ALIKE.has(bodyOf) ? withBody.filter((_, n) => n % PART === turn % PART) : withBody;
    for (const one of asked) {
      const where = `${one.method} ${one.path}`;
      total.quarter += await expectCheap(bodyRequest(one, bodyOf(fieldsOf(one), BODY / 4)), where);
      total.whole += await expectCheap(bodyRequest(one, bodyOf(fieldsOf(one), BODY)), where);
    }
    expectLinear(total.quarter, total.whole);
  });
});

describe.each(Object.entries(QUERIES))(
  'an address of fifteen kilobytes: %s',
  { timeout: PATIENCE },
  (_name, queryOf) => {
    test('every endpoint refuses it in few words, at a cost that grows no faster than its size', async () => {
      const total = { quarter: 0, whole: 0 };
      for (const one of endpoints) {
        const where = `${one.method} ${one.path}`;
        const request = (size: number): Request => ({
          method: one.method,
          url: `${addressOf(one)}?${queryOf(one, size)}`,
          headers: one.access === 'public' ? {} : { authorization },
        });
        total.quarter += await expectCheap(request(ADDRESS / 4), where);
        total.whole += await expectCheap(request(ADDRESS), where);
      }
      expectLinear(total.quarter, total.whole);
    });
  },
);
