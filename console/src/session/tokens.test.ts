import { expect, test } from 'vitest';
import { endSession, keepTokens, onSessionEnd, session, storedTokens } from './state.ts';
import { read, write } from './storage.ts';
import { renewalDelay, tokensFromWire } from './tokens.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('[S-138] a token is renewed 20 seconds before its end, a short one at four fifths, an ended one at once', () => {
  expect(renewalDelay(after(300), now)).toBe(280_000);
  expect(renewalDelay(after(5), now)).toBe(4_000);
  expect(renewalDelay(after(-5), now)).toBe(0);
});

test('a delay never exceeds what a timer can count', () => {
  expect(renewalDelay(after(10 ** 9), now)).toBe(2 ** 31 - 1);
});

test('the end of a token is counted on this computer’s clock, however wrong it is', () => {
  const wire = { access_token: 'a', refresh_token: 'r', expires_at: '2026-11-21 10:05:00' };
  const wrong = new Date('2031-01-01T00:00:00Z');
  expect(tokensFromWire(wire, now, wrong).expiresAt).toEqual(new Date(wrong.getTime() + 300_000));
});

test('[S-135] [S-142] both tokens make a session; its end removes its keys and leaves the language', () => {
  write('language', 'de_DE');
  write('section', 'accounts');
  write('account', 'x');
  keepTokens({ accessToken: 'a', refreshToken: 'r', expiresAt: after(300) });
  expect(session.get()).toMatchObject({ isAuth: true, accessToken: 'a' });
  const ended: string[] = [];
  const stop = onSessionEnd((reason) => ended.push(reason));
  endSession('expired');
  endSession('expired');
  stop();
  expect(ended).toEqual(['expired']);
  expect(storedTokens()).toBeNull();
  expect(['accessToken', 'refreshToken', 'section', 'account'].map((key) => read(key as 'section'))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(read('language')).toBe('de_DE');
});

test('[S-119] after the end the state is the one before any sign-in', () => {
  expect(session.get()).toEqual({
    isAuth: false,
    accessToken: null,
    expiresAt: null,
    licenseStatus: null,
    isHubVisible: false,
    redirectUrl: null,
  });
});
