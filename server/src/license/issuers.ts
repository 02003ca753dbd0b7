import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, type Config } from '../config.ts';
import { EVALUATION_KEY } from './evaluation-key.ts';

/** A key whose licenses count. */
export type Issuer = { key: KeyObject; evaluation: boolean };

/** Trusted issuers by key id. */
export type Issuers = ReadonlyMap<string, Issuer>;

const base64url = z.string().regex(/^[\w-]{43}$/);
/** A public Ed25519 key (RFC 8037 §2); `d` must not be there. */
const publicJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: z.string().min(1),
  x: base64url,
  d: z.undefined().optional(),
});
const keySet = z.object({ keys: z.array(z.looseObject({})) });

const read = new WeakMap<Config, Issuers>();

/**
 * The issuers this process trusts: the evaluation key, and the keys of LICENSE_ISSUERS. Read once.
 * Throws ConfigError when the file can't be used.
 */
export function trustedIssuers(config: Config): Issuers {
  const cached = read.get(config) ?? issuersOf(config.LICENSE_ISSUERS);
  read.set(config, cached);
  return cached;
}

/**
 * The evaluation key alone, or with the JSON Web Key Set (RFC 7517 §5) of a file. Throws ConfigError as {@link
 * trustedIssuers}.
 */
export function issuersOf(file: string | undefined): Issuers {
  const issuers = new Map<string, Issuer>([[EVALUATION_KEY.kid, issuer(EVALUATION_KEY.x)]]);
  if (file === undefined) return issuers;
  for (const key of keysOf(file)) {
    if ('d' in key) throw new ConfigError(`LICENSE_ISSUERS holds a private key in ${file}: list public keys only.`);
    const jwk = publicJwk.safeParse(key);
    if (!jwk.success)
      throw new ConfigError(`LICENSE_ISSUERS holds a key in ${file} that is not an Ed25519 key with a kid.`);
    if (issuers.has(jwk.data.kid))
      throw new ConfigError(
        `LICENSE_ISSUERS names the key ${jwk.data.kid} twice in ${file}, or takes the name of the evaluation key.`,
      );
    try {
      issuers.set(jwk.data.kid, issuer(jwk.data.x));
    } catch {
      throw new ConfigError(`LICENSE_ISSUERS holds a key in ${file} that is not an Ed25519 key with a kid.`);
    }
  }
  return issuers;
}

function keysOf(file: string): Record<string, unknown>[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`LICENSE_ISSUERS names the file ${file}, which can't be read.`);
  }
  try {
    return keySet.parse(JSON.parse(text)).keys;
  } catch {
    throw new ConfigError(`LICENSE_ISSUERS names the file ${file}, which is not a JSON Web Key Set.`);
  }
}

/** The evaluation key stays one under whatever name it is listed: its private half is known to all. */
function issuer(x: string): Issuer {
  return {
    key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    evaluation: x === EVALUATION_KEY.x,
  };
}
