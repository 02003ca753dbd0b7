import { expect, test } from 'vitest';
import { publicRoutes } from '../routes/public.ts';
import { licenseStep } from './license-gate.ts';

const answer = (status: 'valid' | 'expired' | 'not_found', setup_complete: boolean) => ({
  status,
  setup_complete,
  redirect_url: '/account/licenseExpired',
});

test('[S-150] [S-152] without a license everything leads to setup-license, setup-user included', () => {
  expect(licenseStep(answer('not_found', false), '/account/accounts')).toBe('/account/setup-license');
  expect(licenseStep(answer('not_found', false), '/account/setup-user')).toBe('/account/setup-license');
  expect(licenseStep(answer('not_found', false), '/account/setup-license')).toBeNull();
});

test('[S-020] the pages behind the footer links are open in every state', () => {
  for (const status of ['not_found', 'valid', 'expired'] as const)
    for (const complete of [false, true])
      expect(licenseStep(answer(status, complete), '/account/legal/privacy-policy')).toBeNull();
  expect(licenseStep(answer('expired', true), '/account/legalities')).toBe('/account/licenseExpired');
});

test('[S-152] with a license and nobody yet everything leads to setup-user', () => {
  expect(licenseStep(answer('valid', false), '/account/login')).toBe('/account/setup-user');
  expect(licenseStep(answer('valid', false), '/account/setup-license')).toBe('/account/setup-user');
  expect(licenseStep(answer('valid', false), '/account/setup-user')).toBeNull();
});

test('[S-153] once an administrator exists the setup pages lead to login', () => {
  expect(licenseStep(answer('valid', true), '/account/setup-license')).toBe('/account/login');
  expect(licenseStep(answer('expired', true), '/account/setup-user')).toBe('/account/login');
});

test('[S-148] [S-149] a valid license lets pass; an expired one leads to its destination or to a new one', () => {
  expect(licenseStep(answer('valid', true), '/account/accounts')).toBeNull();
  expect(licenseStep(answer('expired', true), '/account/accounts')).toBe('/account/licenseExpired');
  expect(licenseStep(answer('expired', true), '/account/licenseExpired')).toBeNull();
  expect(licenseStep(answer('expired', true), '/account/login')).toBeNull();
  expect(licenseStep(answer('expired', true), '/account/settings/update-license')).toBeNull();
});

test('[S-149] with an expired license every step of signing in and of recovery stays open', () => {
  // What is set up, made or begun there is not a way in. (The pages of the setup lead to the one that signs in.)
  const others = ['create-user-account', 'sign-in-setup', 'enrollment/x/x', 'setup-license', 'setup-user'];
  const steps = publicRoutes.map(({ path }) => path.replaceAll(/\{-\$\w+\}|\$\w+/g, 'x'));
  expect(steps).toEqual(expect.arrayContaining(others));
  for (const step of steps)
    expect(licenseStep(answer('expired', true), `/account/${step}`) === null, step).toBe(!others.includes(step));
  for (const error of ['samlVerificationError', 'clientAuthLoginVerificationError', 'redirect'])
    expect(licenseStep(answer('expired', true), `/account/${error}`)).toBeNull();
  expect(licenseStep(answer('expired', true), '/account/login-pages')).toBe('/account/licenseExpired');
});

test('[S-124] a license that counts no longer leads to the page that says so, or to a new one', () => {
  for (const at of ['/account/accounts', '/account/profile', '/account/start'])
    expect(licenseStep(answer('not_found', true), at)).toBe('/account/licenseExpired');
  for (const at of ['/account/licenseExpired', '/account/login', '/account/settings/update-license'])
    expect(licenseStep(answer('not_found', true), at)).toBeNull();
});
