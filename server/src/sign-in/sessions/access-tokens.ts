import { createHmac, createSecretKey } from 'node:crypto';
import { jwtVerify } from 'jose';
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
  issue(claims: Claims & { termsAccepted: boolean }, now: Date, seconds: number): { token: string; expiresAt: Date };
  /** Null for a token that is expired, altered or not ours. */
  read(token: string, now: Date): Promise<Claims | null>;
};

const ISSUER = 'signet';
/** For whom they are: the API, and no other service that may one day be given tokens under this key. */
const AUDIENCE = 'signet-api';
const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const HEADER = encoded({ alg: ALGORITHM, typ: TYPE });
/** Tokens whose signature is not verified again; each takes about half a kilobyte. */
const VERIFIED_MOST = 10_000;

type Verified = { claims: Claims; expires: number };

export function openAccessTokens(platformKey: Uint8Array): AccessTokens {
  const key = deriveKey(platformKey, 'access-token');
  // Signed at once, on this thread: a library's way by WebCrypto takes ten times as long, most of it to change threads.
  const signingKey = createSecretKey(key);
  // The signature of a token says the same each time: a person's next hundred calls carry the one that was verified.
  const verified = new Map<string, Verified>();

  async function verify(token: string, now: Date): Promise<Verified | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        typ: TYPE,
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
    issue({ userId, sessionId, termsAccepted }, now, seconds) {
      const issued = Math.floor(now.getTime() / 1000);
      const payload = {
        sid: sessionId,
        ...(termsAccepted ? {} : { terms_accepted: false }),
        iss: ISSUER,
        aud: AUDIENCE,
        sub: userId,
        iat: issued,
        exp: issued + seconds,
      };
      const signed = `${HEADER}.${encoded(payload)}`;
      const signature = createHmac('sha256', signingKey).update(signed).digest('base64url');
      return { token: `${signed}.${signature}`, expiresAt: new Date((issued + seconds) * 1000) };
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
