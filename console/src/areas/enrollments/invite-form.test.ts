import { expect, test } from 'vitest';
import { inviteBody, NO_INVITATION, whyNotInvite, type InviteValues } from './invite-form.ts';

const values = (given: Partial<InviteValues>): InviteValues => ({ ...NO_INVITATION, ...given });
const wrongIn = (given: Partial<InviteValues>): string[] =>
  Object.entries(whyNotInvite(values(given))).flatMap(([field, reason]) => (reason ? [field] : []));

test('each way of inviting needs what it is made of, and nothing of the others', () => {
  expect(wrongIn({ way: 'seat' })).toEqual(['seat_id', 'template_id']);
  expect(wrongIn({ way: 'person' })).toEqual(['user_id']);
  expect(wrongIn({ way: 'address' })).toEqual(['account_id', 'first_name', 'last_name', 'email', 'template_id']);
  expect(wrongIn({ way: 'seat', seat_id: 'seat', template_id: 'template' })).toEqual([]);
});

test('what was typed must be sound: days in their range, addresses, a line no longer than a certificate takes', () => {
  const seat = { way: 'seat', seat_id: 'seat', template_id: 'template' };
  expect(wrongIn({ ...seat, open_days: '91' })).toEqual(['open_days']);
  expect(wrongIn({ ...seat, open_days: '' })).toEqual(['open_days']);
  expect(wrongIn({ ...seat, validity: '366' })).toEqual(['validity']);
  expect(wrongIn({ ...seat, validity: '1.5' })).toEqual(['validity']);
  expect(wrongIn({ ...seat, email: 'nobody' })).toEqual(['email']);
  expect(wrongIn({ ...seat, organization_units: 'x'.repeat(65) })).toEqual(['organization_units']);
});

test('nothing is sent of what another choice would have needed', () => {
  const typed = {
    seat_id: 'seat',
    user_id: 'user',
    first_name: ' Maren ',
    last_name: 'Nordhoff',
    email: 'maren@nordmark.example',
    account_id: 'account',
    template_id: 'template',
    validity: '90',
    organization_units: ' Treasury ',
    asked: ['email', 'country'],
  };
  const shared = { keystore_location: 'browser', enrollment_method: 'DTA', open_days: 14 };
  expect(inviteBody(values({ ...typed, way: 'person' }))).toEqual({ ...shared, user_id: 'user' });
  const ofCertificate = {
    template_id: 'template',
    validity: 90,
    organization_units: 'Treasury',
    asked: ['country', 'email'],
  };
  expect(inviteBody(values({ ...typed, way: 'seat' }))).toEqual({
    ...shared,
    seat_id: 'seat',
    email: 'maren@nordmark.example',
    ...ofCertificate,
  });
  expect(inviteBody(values({ ...typed, way: 'address' }))).toEqual({
    ...shared,
    account_id: 'account',
    email: 'maren@nordmark.example',
    first_name: 'Maren',
    last_name: 'Nordhoff',
    ...ofCertificate,
  });
});

test('a direct connection to a device is chosen for a device alone', () => {
  const direct = { way: 'seat', enrollment_method: 'DDC' };
  expect(inviteBody(values({ ...direct, keystore_location: 'hardware_token' })).enrollment_method).toBe('DDC');
  expect(inviteBody(values({ ...direct, keystore_location: 'browser' })).enrollment_method).toBe('DTA');
});
