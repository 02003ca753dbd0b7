import { expect, test } from 'vitest';
import { hashOf } from '../../server/src/audit/leaf.ts';
import { combination } from '../audit-list.ts';
import { accountRows } from './accounts.ts';
import { copyText } from './copy.ts';
import { draw, idOf, pick } from './draw.ts';
import { WRITER } from '../key.ts';
import { eventRow } from './events.ts';
import { placedCount } from './log.ts';
import { companyName, personName, plainName, scriptOf } from './names.ts';
import { organizationRows } from './organizations.ts';
import { accountsSeen, id, madeAt, ofCleo, organizationsSeen, partnerOf, planOf } from './plan.ts';
import { userOf, userRows } from './users.ts';
import { SCRIPTS } from './words.ts';

const PLAN = planOf({ accounts: 300, users: 2_000, audit: 100 }, '2026-11-21');
const many = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test('chance is spread evenly, is the same each time, and not the same for two purposes', () => {
  const drawn = many(10_000).map((n) => draw(n, 3));
  for (const tenth of many(10)) expect(drawn.filter((x) => Math.floor(x * 10) === tenth).length).toBeGreaterThan(900);
  expect(drawn).toEqual(many(10_000).map((n) => draw(n, 3)));
  expect(drawn.filter((x, n) => x === draw(n, 4)).length).toBeLessThan(5);
  expect(() => pick([], 1, 1)).toThrow(RangeError);
});

test('an id is a UUIDv7 that sorts by when it was made, of one kind and one number', () => {
  const ids = many(1_000).map((n) => idOf('user', n, 1_780_000_000_000 + n * 7));
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(Number.parseInt((ids[5] ?? '').replaceAll('-', '').slice(0, 12), 16)).toBe(1_780_000_000_035);
  expect(new Set([...ids, ...many(1_000).map((n) => idOf('event', n, 1_780_000_000_000 + n * 7))]).size).toBe(2_000);
});

test('names come in every script in its share, the same each time', () => {
  expect(SCRIPTS.reduce((sum, script) => sum + script.share, 0)).toBeCloseTo(1);
  for (const script of SCRIPTS)
    expect(many(20_000).filter((n) => scriptOf(n) === script).length / 20_000).toBeCloseTo(script.share, 1);
  expect(many(50).map(companyName)).toEqual(many(50).map(companyName));
  const names = many(5_000).map(companyName);
  for (const letters of [
    /^[A-Za-z ]+$/,
    /ü|ø|é/,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Han}/u,
    /\p{Script=Katakana}|銀行/u,
    /\p{Script=Hangul}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Devanagari}/u,
  ])
    expect(
      names.some((name) => letters.test(name)),
      String(letters),
    ).toBe(true);
  expect(names.filter((name) => name !== name.trim() || / {2}|_|undefined/.test(name))).toEqual([]);
  expect(
    many(5_000)
      .map(personName)
      .every(({ first, last }) => first !== '' && last !== ''),
  ).toBe(true);
  expect(new Set(many(5_000).map(plainName)).size).toBe(5_000);
  expect(
    many(5_000)
      .map(plainName)
      .every((name) => /^[a-z]+-\d+$/.test(name)),
  ).toBe(true);
});

test('a value of a copy keeps backslashes, tabs and line ends, and tells null from empty', () => {
  expect([copyText(null), copyText(undefined), copyText(''), copyText('a\tb\\c\nd\re')]).toEqual([
    String.raw`\N`,
    String.raw`\N`,
    '',
    String.raw`a\tb\\c\nd\re`,
  ]);
  expect([copyText(true), copyText(false), copyText(42)]).toEqual(['t', 'f', '42']);
  expect([copyText(Buffer.from([0, 255])), copyText(new Date('2026-11-21T12:00:00Z'))]).toEqual([
    String.raw`\\x00ff`,
    '2026-11-21T12:00:00.000Z',
  ]);
  expect(copyText(['a', 'b"c\\'])).toBe(String.raw`{"a","b\\"c\\\\"}`);
});

test('each viewer sees what they must: Ada all, Ben a fifth, Cleo her three that have no partner', () => {
  expect(accountsSeen(PLAN, 'system')).toHaveLength(301);
  expect(accountsSeen(PLAN, 'partner').length / 300).toBeCloseTo(0.2, 1);
  expect(accountsSeen(PLAN, 'account')).toEqual(ofCleo(PLAN));
  expect(ofCleo(PLAN).map((n) => partnerOf(PLAN, n))).toEqual([null, null, null]);
  expect(organizationsSeen(PLAN, 'system')).toEqual(many(3_000));
  expect(organizationsSeen(PLAN, 'account')).toHaveLength(30);
  expect(() => planOf({ accounts: 3, users: 10, audit: 10 }, '2026-11-21')).toThrow(RangeError);
});

test('every account stands after its partner, and every organization belongs to an account', () => {
  const accounts = [...accountRows(PLAN)];
  const before = new Set<unknown>();
  for (const [own, , , , , from, to, , , partner] of accounts) {
    expect(partner === null || before.has(partner)).toBe(true);
    expect(to === null || String(to) >= String(from)).toBe(true);
    before.add(own);
  }
  expect(before.size).toBe(301);
  expect(new Set(accounts.map((row) => row[3])).size).toBe(301);
  expect([...organizationRows(PLAN)].filter((row) => !before.has(row[1]))).toEqual([]);
});

test('the first three users are Ada, Ben and Cleo; names are taken once, and everybody has an account', () => {
  expect(
    many(3)
      .map((n) => userOf(PLAN, n))
      .map(({ userName, scope, accounts }) => [userName, scope, accounts]),
  ).toEqual([
    ['ada', 'system', [0]],
    ['ben', 'partner', [1]],
    ['cleo', 'account', ofCleo(PLAN)],
  ]);
  const users = [...userRows(PLAN, 'hash')];
  expect(new Set(users.map((row) => row[1])).size).toBe(2_000);
  const known = new Set(many(301).map((n) => id(PLAN, 'account', n)));
  expect(users.filter((row) => !known.has(String(row[7])))).toEqual([]);
  expect(new Set(users.map((row) => row[6]))).toEqual(new Set(['system', 'partner', 'account', 'end_user']));
});

test('events come in the order of the tree, with the leaf hash that the product would make of what is stored', () => {
  const rows = many(100).map((n) => eventRow(PLAN, n));
  const times = rows.map((row) => new Date(row.at).getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(100);
  expect(times[7]).toBe(madeAt(PLAN, 7, 100));
  for (const { leaf_hash, mac, before, after, ...rest } of rows) {
    const stored = {
      resource_id: null,
      resource_name: null,
      account_id: null,
      actor_id: null,
      actor_name: null,
      actor_scope: null,
      credential_id: null,
      credential_name: null,
      ip: null,
      user_agent: null,
      correlation_id: null,
      message: null,
      ...rest,
    };
    const read = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null);
    expect(hashOf({ ...stored, at: new Date(stored.at), before: read(before), after: read(after) })).toEqual(leaf_hash);
    expect(WRITER.eventMac.proves(mac, leaf_hash)).toBe(true);
  }
  expect([placedCount(PLAN), placedCount({ ...PLAN, audit: 1_000_000 })]).toEqual([90, 980_000]);
});

test('combinations of filters are the same each time, many, and ask for no time that ends before it begins', () => {
  const drawn = many(200).map((n) => combination(PLAN, 'partner', n));
  expect(drawn).toEqual(many(200).map((n) => combination(PLAN, 'partner', n)));
  expect(new Set(drawn.map((query) => JSON.stringify(query))).size).toBeGreaterThan(150);
  expect(drawn.filter(({ from = '', to }) => to !== undefined && from > to)).toEqual([]);
  expect(new Set(drawn.flatMap((query) => Object.keys(query))).size).toBe(10);
});

test('of the events some are a program’s, some of a busy account, and some of kinds that are seldom', () => {
  const plan = planOf({ accounts: 300, users: 2_000, audit: 5_000 }, '2026-11-21');
  const rows = many(5_000).map((n) => eventRow(plan, n));
  const share = (of: (row: (typeof rows)[number]) => boolean): number => rows.filter(of).length / rows.length;
  expect(share((row) => row.actor_via === 'token')).toBeCloseTo(0.02, 1);
  expect(share((row) => row.account_id === id(plan, 'account', ofCleo(plan)[0] ?? 0))).toBeCloseTo(0.1, 1);
  expect(new Set(rows.map((row) => `${row.action} ${row.resource_type} ${row.result}`)).size).toBeGreaterThan(15);
});
