import { whyNotDay } from '@signet/contract/dates';
import { expect, test } from 'vitest';
import { check, initialValues } from './account-create-form.ts';

const TODAY = '2026-11-21';
const reasons = (change: Partial<ReturnType<typeof initialValues>>) =>
  check({ ...initialValues(TODAY, 'de_DE', ''), ...change }, TODAY, whyNotDay, null);

test('[A-039] a new account has the country that somebody chose, not that of the language', () => {
  expect(initialValues(TODAY, 'de_DE', '').country).toBe('');
  expect(reasons({})['country']).not.toBeNull();
  expect(reasons({ country: 'SE' })['country']).toBeNull();
});

test('[A-039] what is typed as a day and is none has its own reason, before the order of the two', () => {
  expect(reasons({ from: 'soon' })['from']?.status).toBe('INVALID_DATE');
  expect(reasons({ to: 'soon' })['to']?.status).toBe('INVALID_DATE');
  expect(reasons({ to: '' })['to']?.status).toBe('REQUIRED');
  expect(reasons({ from: '2027-02-01', to: '2027-01-31' })['to']?.status).toBe('END_BEFORE_START');
  expect(reasons({})['to']).toBeNull();
});

test('the address of the first administrator is one that can be a user name', () => {
  expect(reasons({ invite: true, email: 'ines@kontor.example' })['email']).toBeNull();
  expect(reasons({ invite: true, email: 'a~b@kontor.example' })['email']?.status).toBe('INVALID_USER_NAME');
});
