import type { LicenseFeature } from '@signet/contract/areas/licenses';
import { expect, test } from 'vitest';
import {
  differences,
  entriesIn,
  eventOf,
  openingGeneration,
  placeOfField,
  rowsOf,
  updateOf,
  withAllReset,
  type Editing,
  type Entries,
} from './license-form.ts';

const EDITING: Editing = { scope: 'system', holder: { app_code: 'secure_software_manager', type: 'standard' } };

function feature(
  name: string,
  [limit, used, available, comesBack = 0]: [number, number, number, number?],
  generation: 'v1' | 'v2' = 'v2',
) {
  const remaining = limit === -1 ? -1 : Math.max(limit - used, 0);
  const attributes = {
    limit,
    used,
    remaining,
    handed_on: 0,
    used_above: comesBack,
    available,
    comes_back: comesBack,
    available_of: null,
    as_of: null,
  };
  return {
    name,
    generation,
    attributes: { ...attributes, forecast: { kind: 'enough', date: null } },
  } as LicenseFeature;
}

const LICENSE = {
  features: [
    feature('key_pair_units', [2_000, 1_240, 8_000]),
    feature('hardware_key_pair_units', [200, 180, 250]),
    feature('signature_units', [500, 400, 0]),
    feature('release_units', [-1, 3_318, -1]),
    feature('key_pairs', [10, 0, 5], 'v1'),
  ],
};

const rows = (entries: Entries, editing = EDITING) => rowsOf(LICENSE, 'v2', entries, editing);
const rowOf = (name: string, entries: Entries, editing = EDITING) =>
  rows(entries, editing).find((row) => row.name === name)!;
const add = (quantity: string): Entries => ({ 'v2 key_pair_units': { action: 'add', quantity } });

test('[A-078 A-080 A-093] a row per feature of the generation that shows, with its figures', () => {
  expect(rows({}).map(({ name }) => name)).toEqual([
    'key_pair_units',
    'hardware_key_pair_units',
    'signature_units',
    'release_units',
  ]);
  expect(rowsOf(LICENSE, 'v1', {}, EDITING).map(({ name }) => name)).toEqual(['key_pairs']);
  expect(rowOf('key_pair_units', {}).figures).toEqual({
    name: 'key_pair_units',
    limit: 2_000,
    used: 1_240,
    remaining: 760,
    available: 8_000,
    comes_back: 0,
  });
});

test('[A-079 A-093] the form opens on the version that shows, unless only the other one has something to give', () => {
  const opens = (...features: LicenseFeature[]) =>
    openingGeneration({ features, license_feature_version: 'v1' as const, show_v2_feature_toggle: true });
  const nothing = feature('certificates', [0, 0, 0], 'v1');
  const toGive = feature('certificate_units', [0, 0, 5]);
  const unlimited = feature('certificate_units', [0, 0, -1]);
  expect(opens(nothing, toGive)).toBe('v2');
  expect(opens(nothing, unlimited)).toBe('v2');
  expect(opens(nothing, feature('certificate_units', [0, 0, 0]))).toBe('v1');
  expect(opens(feature('certificates', [0, 0, 1], 'v1'), toGive)).toBe('v1');
  const locked = { license_feature_version: 'v1', show_v2_feature_toggle: false } as const;
  expect(openingGeneration({ features: [nothing, toGive], ...locked })).toBe('v1');
  // What was given once can be taken back, though there is no more to add.
  expect(opens(feature('certificates', [3, 3, 0], 'v1'), toGive)).toBe('v1');
});

test('[A-087 A-091] what was chosen stays in the list when it is offered no more, and is wrong', () => {
  expect(rowOf('signature_units', {}).actions).toEqual(['no_change', 'subtract', 'reset']);
  const row = rowOf('signature_units', { 'v2 signature_units': { action: 'add', quantity: '5' } });
  expect(row.actions).toEqual(['no_change', 'subtract', 'reset', 'add']);
  expect(row).toMatchObject({ wrong: { kind: 'not_offered' }, after: null, gain: 0 });
});

test.each([
  ['500', null, 500],
  [' 500 ', null, 500],
  ['', { kind: 'empty' }, 0],
  ['0', { kind: 'refused', reason: { status: 'LICENSE_RANGE', params: { min: 1, max: 8_000 } } }, 0],
  ['8001', { kind: 'refused', reason: { status: 'LICENSE_RANGE', params: { min: 1, max: 8_000 } } }, 0],
  ...['01', '1.5', '-1', '1e3', '٣', 'abc', '1,000'].map((typed): [string, object, number] => [
    typed,
    { kind: 'refused', reason: { status: 'LICENSE_NOT_POSITIVE' } },
    0,
  ]),
  ['99999999999999999999', { kind: 'refused', reason: { status: 'LICENSE_RANGE', params: { min: 1, max: 8_000 } } }, 0],
])('[A-104 A-105 A-106] add %j', (typed, wrong, gain) => {
  expect(rowOf('key_pair_units', add(typed))).toMatchObject({ wrong, gain });
});

test('what each action comes to, here and above', () => {
  expect(rowOf('key_pair_units', add('500')).after).toEqual({
    limit: 2_500,
    used: 1_240,
    remaining: 1_260,
    available: 7_500,
  });
  const unlimited = rowOf('release_units', { 'v2 release_units': { action: 'reset', quantity: '12' } });
  expect(unlimited).toMatchObject({ wrong: null, gain: 12, after: { limit: 12, remaining: 0, available: -1 } });
  const counted = rowOf('signature_units', { 'v2 signature_units': { action: 'reset', quantity: '100' } });
  expect(counted.after).toEqual({ limit: 100, used: 0, remaining: 100, available: 400 });
});

test('[A-080] what the account used above is left there again, once it is given a pool of its own', () => {
  const license = { features: [feature('key_pair_units', [0, 12, 83, 12])] };
  const [row] = rowsOf(license, 'v2', add('20'), EDITING);
  expect(row?.after).toEqual({ limit: 20, used: 12, remaining: 8, available: 75 });
  const open = { features: [feature('key_pair_units', [0, 12, -1, 12])] };
  expect(rowsOf(open, 'v2', add('20'), EDITING)[0]?.after).toMatchObject({ available: -1 });
});

test('[A-100] reset all: each row that offers it; hardware keys, and what is typed elsewhere, stay', () => {
  const typed: Entries = { 'v2 hardware_key_pair_units': { action: 'add', quantity: '5' } };
  const after = withAllReset(rows(typed), typed);
  expect(after).toEqual({
    ...typed,
    'v2 key_pair_units': { action: 'reset', quantity: '0' },
    'v2 signature_units': { action: 'reset', quantity: '0' },
    'v2 release_units': { action: 'reset', quantity: '0' },
  });
  const partner: Editing = { ...EDITING, holder: { ...EDITING.holder, type: 'partner' } };
  expect(withAllReset(rows({}, partner), {})).toEqual({});
});

test('[A-094 A-116 A-117] only changed rows are sent; the event carries the sign', () => {
  const entries: Entries = {
    'v2 key_pair_units': { action: 'add', quantity: '500' },
    'v2 hardware_key_pair_units': { action: 'subtract', quantity: '20' },
    'v2 signature_units': { action: 'reset', quantity: '0' },
  };
  expect(updateOf(rows(entries), 'v2')).toEqual({
    license_feature_version: 'v2',
    features: [
      { name: 'key_pair_units', attributes: { limit: 2_500 }, reset: false, old_limit: 2_000 },
      { name: 'hardware_key_pair_units', attributes: { limit: 180 }, reset: false, old_limit: 200 },
      { name: 'signature_units', attributes: { limit: 0 }, reset: true, old_limit: 500 },
    ],
  });
  expect(eventOf(rows(entries))).toEqual({
    features: [
      { name: 'key_pair_units', quantity: 500, updated_limit: 2_500 },
      { name: 'hardware_key_pair_units', quantity: -20, updated_limit: 180 },
      { name: 'signature_units', quantity: -500, updated_limit: 0 },
    ],
  });
});

test('what changed meanwhile is told by row: limits of all, the rest where something was typed', () => {
  const now = {
    features: [
      feature('key_pair_units', [2_500, 1_300, 7_500]),
      feature('hardware_key_pair_units', [210, 180, 200]),
      feature('signature_units', [500, 410, 90]),
      feature('release_units', [-1, 3_400, -1]),
    ],
  };
  expect(differences(LICENSE, now, add('5'))).toEqual([
    { name: 'key_pair_units', what: 'limit', before: 2_000, after: 2_500 },
    { name: 'key_pair_units', what: 'used', before: 1_240, after: 1_300 },
    { name: 'key_pair_units', what: 'available', before: 8_000, after: 7_500 },
    { name: 'hardware_key_pair_units', what: 'limit', before: 200, after: 210 },
    { name: 'key_pairs', what: 'gone' },
  ]);
  expect(entriesIn(now, { ...add('5'), 'v1 key_pairs': { action: 'add', quantity: '1' } })).toEqual(add('5'));
});

test('a field that the server names leads to the row that was sent', () => {
  expect(placeOfField('features.12.attributes.limit')).toBe(12);
  expect(placeOfField('features.0')).toBe(0);
  expect(placeOfField('license_feature_version')).toBeNull();
});
