import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { deriveKey } from '../../secrets.ts';
import { openAccessTokens } from './access-tokens.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = new Date('2026-11-21T12:00:00Z');
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const CLAIMS = { userId: 'a', sessionId: 'b' };
const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

test('[S-244] a token that was read before is refused from its end on, like one that is read first', async () => {
  const tokens = openAccessTokens(KEY);
  const { token, expiresAt } = tokens.issue({ ...CLAIMS, termsAccepted: true }, NOW, 60);
  expect(expiresAt).toEqual(later(60));
  expect(await tokens.read(token, NOW)).toEqual(CLAIMS);
  expect(await tokens.read(token, later(59))).toEqual(CLAIMS);
  expect(await tokens.read(token, later(60))).toBeNull();
  expect(await openAccessTokens(KEY).read(token, later(60))).toBeNull();
});

test('[S-244] an altered token is refused although its own was read, and so is one of another platform', async () => {
  const tokens = openAccessTokens(KEY);
  const { token } = tokens.issue({ ...CLAIMS, termsAccepted: true }, NOW, 60);
  await tokens.read(token, NOW);
  const [head = '', body = '', signature = ''] = token.split('.');
  const forged = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'c' }),
  ).toString('base64url');
  expect(await tokens.read(`${head}.${forged}.${signature}`, NOW)).toBeNull();
  expect(await openAccessTokens(Buffer.alloc(32, 8)).read(token, NOW)).toBeNull();
});

test('[S-244] a token is for this API; one for another audience is refused, one from before is read', async () => {
  const { token } = openAccessTokens(KEY).issue({ ...CLAIMS, termsAccepted: true }, NOW, 60);
  expect(payloadOf(token)).toMatchObject({ aud: 'signet-api' });
  const signed = (audience: string | null) => {
    const jwt = new SignJWT({ sid: 'b' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('signet')
      .setSubject('a')
      .setExpirationTime(Math.floor(later(60).getTime() / 1000));
    return (audience === null ? jwt : jwt.setAudience(audience)).sign(deriveKey(KEY, 'access-token'));
  };
  const read = async (audience: string | null) => openAccessTokens(KEY).read(await signed(audience), NOW);
  expect(await read('another-service')).toBeNull();
  expect(await read(null)).toEqual(CLAIMS);
});

test('a token says where the terms are still to be accepted, and reads like any other', async () => {
  const tokens = openAccessTokens(KEY);
  const { token } = tokens.issue({ ...CLAIMS, termsAccepted: false }, NOW, 60);
  expect(payloadOf(token)).toMatchObject({ sub: 'a', terms_accepted: false });
  expect(await tokens.read(token, NOW)).toEqual(CLAIMS);
  expect(payloadOf(tokens.issue({ ...CLAIMS, termsAccepted: true }, NOW, 60).token)).not.toHaveProperty(
    'terms_accepted',
  );
});
