import { expect, test } from 'vitest';
import { bodyOf, newToken, proposedEnd, valuesOf, whyNotToken } from './token-form.ts';

const today = '2026-11-21';
const wrong = (change: object, before: string | null = null) =>
  whyNotToken({ ...newToken('2027-11-21'), name: 'Report', ...change }, { today, before, whyNotDay: () => null });

test('what is sent of a form is what was read, where nothing was changed', () => {
  const token = {
    name: 'Report',
    end_date: null,
    allowed_addresses: ['192.0.2.0/24', '::1'],
    permissions: ['view_account' as const],
  };
  expect(bodyOf(valuesOf(token))).toEqual(token);
  expect(bodyOf(valuesOf({ ...token, permissions: null })).permissions).toBeNull();
});

test('the end proposed is a year away, or that of the account if it is sooner and to come', () => {
  expect(proposedEnd(today, null)).toBe('2027-11-21');
  expect(proposedEnd(today, '2027-11-20')).toBe('2027-11-20');
  expect(proposedEnd(today, '2030-12-31')).toBe('2027-11-21');
  expect(proposedEnd(today, today)).toBe(today);
  expect(proposedEnd(today, '2026-11-20')).toBe('2027-11-21');
});

test('addresses are taken as people paste them', () => {
  const pasted = { ...newToken(''), allowed_addresses: ' 192.0.2.7, 192.0.2.8;\n\n ::1 ' };
  expect(bodyOf(pasted).allowed_addresses).toEqual(['192.0.2.7', '192.0.2.8', '::1']);
});

test('what was chosen of permissions counts once it is meant', () => {
  const chosen = { ...newToken(''), permissions: ['view_account'] };
  expect(bodyOf(chosen).permissions).toBeNull();
  expect(bodyOf({ ...chosen, rights: 'some' }).permissions).toEqual(['view_account']);
});

test.each([
  ['a form as it is proposed, with a name', {}, {}],
  ['no name', { name: ' ' }, { name: 'REQUIRED' }],
  ['no end', { end_date: '' }, {}],
  ['an end that is past', { end_date: '2026-11-20' }, { end_date: 'END_IN_PAST' }],
  ['what is no address', { allowed_addresses: '192.0.2.7 here' }, { allowed_addresses: 'INVALID_ADDRESS' }],
  ['too many', { allowed_addresses: '::1 '.repeat(21) }, { allowed_addresses: 'INVALID_INPUT' }],
  ['no permission where some are meant', { rights: 'some' }, { permissions: 'NO_PERMISSION_CHOSEN' }],
])('%s', (_what, change, expected) => {
  const found = Object.entries(wrong(change)).flatMap(([field, reason]) => (reason ? [[field, reason.status]] : []));
  expect(Object.fromEntries(found)).toEqual(expected);
});

test('an end that is stored may stay, though it is past', () =>
  expect(wrong({ end_date: '2026-11-20' }, '2026-11-20')['end_date']).toBeNull());
