import { jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '../secrets.ts';

/** The claims of an access token that we use: who, and in which session. */
export type Claims = { userId: string; sessionId: string };

/** Short-lived JWTs (RFC 7519), HS256 under a key derived from the platform key, so that every process reads every token. */
export type AccessTokens = {
  issue(claims: Claims, now: Date): Promise<{ token: string; expiresAt: Date }>;
  /** Null for a token that is expired, altered or not ours. */
  read(token: string, now: Date): Promise<Claims | null>;
};

const ISSUER = 'signet';

export function openAccessTokens(platformKey: Uint8Array, seconds: number): AccessTokens {
  const key = deriveKey(platformKey, 'access-token');
  return {
    async issue({ userId, sessionId }, now) {
      const issued = Math.floor(now.getTime() / 1000);
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(key);
      return { token, expiresAt: new Date((issued + seconds) * 1000) };
    },
    async read(token, now) {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer: ISSUER, typ: 'at+jwt', currentDate: now, requiredClaims: ['sub', 'exp', 'sid'] });
        return { userId: String(payload.sub), sessionId: String(payload['sid']) };
      } catch {
        return null;
      }
    },
  };
}
