import { jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '../../secrets.ts';

/** The claims of an access token that we use: who, and in which session. */
export type Claims = { userId: string; sessionId: string };

/**
 * Short-lived JWTs (RFC 7519), HS256 under a key derived from the platform key, so that every process reads every
 * token.
 */
export type AccessTokens = {
  /**
   * One that lasts for so many seconds. `termsAccepted`: false is said in the token, so that the console asks for
   * nothing that is refused until then. It admits to nothing: the server looks at the person at each request.
   */
  issue(
    claims: Claims & { termsAccepted: boolean },
    now: Date,
    seconds: number,
  ): Promise<{ token: string; expiresAt: Date }>;
  /** Null for a token that is expired, altered or not ours. */
  read(token: string, now: Date): Promise<Claims | null>;
};

const ISSUER = 'signet';
/** For whom they are: the API, and no other service that may one day be given tokens under this key. */
const AUDIENCE = 'signet-api';
/** Tokens whose signature is not verified again; each takes about half a kilobyte. */
const VERIFIED_MOST = 10_000;

type Verified = { claims: Claims; expires: number };

export function openAccessTokens(platformKey: Uint8Array): AccessTokens {
  const key = deriveKey(platformKey, 'access-token');
  // The signature of a token says the same each time: a person's next hundred calls carry the one that was verified.
  const verified = new Map<string, Verified>();

  async function verify(token: string, now: Date): Promise<Verified | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        typ: 'at+jwt',
        currentDate: now,
        requiredClaims: ['sub', 'exp', 'sid'],
      });
      // A token of a version that named no audience; it ends within the hour of the update.
      if (payload.aud !== undefined && payload.aud !== AUDIENCE) return null;
      return {
        claims: { userId: String(payload.sub), sessionId: String(payload['sid']) },
        expires: Number(payload.exp) * 1000,
      };
    } catch {
      return null;
    }
  }

  return {
    async issue({ userId, sessionId, termsAccepted }, now, seconds) {
      const issued = Math.floor(now.getTime() / 1000);
      const token = await new SignJWT({ sid: sessionId, ...(termsAccepted ? {} : { terms_accepted: false }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(key);
      return { token, expiresAt: new Date((issued + seconds) * 1000) };
    },
    async read(token, now) {
      const cached = verified.get(token);
      if (cached && cached.expires > now.getTime()) return cached.claims;
      verified.delete(token);
      const fresh = cached ? null : await verify(token, now);
      if (!fresh) return null;
      const [oldest] = verified.size >= VERIFIED_MOST ? verified.keys() : [];
      if (oldest !== undefined) verified.delete(oldest);
      verified.set(token, fresh);
      return fresh.claims;
    },
  };
}
