import { expect, test } from 'vitest';
import { isOwnPath, paths } from '../../paths.ts';
import { safeHref } from '../../shell/public/customization.ts';
import { afterSignIn } from './after-sign-in.ts';
import { newState } from './transaction.ts';

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil',
  'javascript:alert(1)',
  '/account/login',
  '/elsewhere',
  '',
  undefined,
])('[S-145] the return path %s is ignored', (path) => {
  expect(afterSignIn(path)).toBe(paths.start());
});

test('[S-144] a page of this console is returned to, with its query and hash', () => {
  expect(afterSignIn('/account/accounts?active=any#3')).toBe('/account/accounts?active=any#3');
});

test('[S-300] who wanted the console as such is led to where they start', () => {
  expect(afterSignIn('/account')).toBe(paths.start());
});

test('the state of a sign-in has 192 random bits and is never the same', () => {
  expect(newState()).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(newState()).not.toBe(newState());
});

test('[S-007] addresses of other products and of the server are not the console’s', () => {
  for (const own of ['/account', '/account/accounts', '/account/no-such-page', '/account/legal/support'])
    expect(isOwnPath(own)).toBe(true);
  for (const other of [
    '/certificate-authority',
    '/documentmanager',
    '/accounts',
    '/imauth/api/v1/logout',
    '/account/ui-api/v1/session',
    '/account/api/reference',
    '/account/assets/a.js',
  ])
    expect(isOwnPath(other)).toBe(false);
});

test('a stored address becomes a link only when it is one', () => {
  expect(safeHref('https://example.org')).toBe('https://example.org');
  expect(safeHref('/account/legal/support')).toBe('/account/legal/support');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '']) expect(safeHref(bad)).toBeNull();
});
