import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, CompactSign, type JWK } from 'jose';
import { z } from 'zod';
import { LICENSE_TYPE, licensePayload, type LicensePayload } from './license.ts';

/** An issuer's key and the name under which platforms know it. */
export type IssuerKey = { privateKey: KeyObject; kid: string };

/** What a license is to say; times as in the payload, set by {@link issueLicense}. */
export type LicenseTerms = Pick<LicensePayload, 'iss' | 'holder' | 'edition' | 'applications'> & {
  from: Date;
  until: Date;
};

const named = z.looseObject({ kid: z.string().min(1).optional() });

/**
 * An issuer's private key from the text of a JWK or a PEM file. Its id is the JWK's `kid`, else the key's thumbprint
 * (RFC 7638). Throws an Error with one sentence when it is not an Ed25519 private key.
 */
export async function issuerKey(text: string): Promise<IssuerKey> {
  let privateKey: KeyObject;
  let kid: string | undefined;
  try {
    if (text.trimStart().startsWith('-----BEGIN')) privateKey = createPrivateKey(text);
    else {
      const jwk = named.parse(JSON.parse(text));
      privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
      kid = jwk.kid;
    }
  } catch {
    throw new Error('The key file holds neither a private JWK nor a PEM private key.');
  }
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new Error('The key file holds a key of another kind than Ed25519.');
  return { privateKey, kid: kid ?? (await calculateJwkThumbprint(publicJwk(privateKey))) };
}

const publicJwk = (key: KeyObject): JWK => createPublicKey(key).export({ format: 'jwk' });

/** A new issuer: the private JWK to keep, and the public JSON Web Key Set that platforms get for LICENSE_ISSUERS. */
export async function newIssuer(): Promise<{ privateJwk: JWK; publicSet: { keys: JWK[] } }> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const kid = await calculateJwkThumbprint(publicJwk(privateKey));
  const keyFields = { kid, use: 'sig', alg: 'EdDSA' };
  return {
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...keyFields },
    publicSet: { keys: [{ ...publicJwk(privateKey), ...keyFields }] },
  };
}

/** The license text (compact JWS). Throws a ZodError when the terms would make a license that no platform takes. */
export async function issueLicense(
  key: IssuerKey,
  { from, until, ...terms }: LicenseTerms,
  now: Date,
): Promise<string> {
  const inSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
  const payload = licensePayload.parse({ ...terms, iat: inSeconds(now), nbf: inSeconds(from), exp: inSeconds(until) });
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', typ: LICENSE_TYPE, kid: key.kid })
    .sign(key.privateKey);
}
