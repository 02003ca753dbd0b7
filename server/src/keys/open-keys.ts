/** The one choice of where keys lie, made at the start of a process. */
import type { Config } from '../config.ts';
import { openTokenKeys, type TokenKeys } from './token-keys.ts';
import type { Seal } from '../secrets.ts';
import { sealedKeys, type KeyStore } from './key-store.ts';
import { moduleKeys } from './module-keys.ts';

/**
 * Logs in to the token of the settings; null where they name none. Throws KeyUnavailable, in a sentence that names the
 * setting, where the module can't be used: keys are never made elsewhere because it can't.
 */
export async function openModule(config: Config): Promise<TokenKeys | null> {
  const { PKCS11_MODULE: path, PKCS11_TOKEN: token, PKCS11_PIN: pin, foreign: environment } = config;
  if (path === undefined || token === undefined || pin === undefined) return null;
  const keys = openTokenKeys({ path, token, pin, environment });
  await keys.check();
  return keys;
}

/** Keys in the token that was opened, or sealed. */
export function keysOf(token: TokenKeys | null, seal: Seal): KeyStore {
  const sealed = sealedKeys(seal);
  return token ? moduleKeys(token, sealed) : sealed;
}
