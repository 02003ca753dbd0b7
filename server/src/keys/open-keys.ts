/** The one choice of where keys lie, made at the start of a process. */
import type { Config } from '../config.ts';
import { openTokenKeys } from './token-keys.ts';
import type { Seal } from '../secrets.ts';
import { sealedKeys, type KeyStore } from './key-store.ts';
import { moduleKeys } from './module-keys.ts';

/**
 * In the PKCS #11 module of the settings where there is one, else sealed. Throws KeyUnavailable, in a sentence that
 * names the setting, where the module can't be used: keys are never made elsewhere because it can't.
 */
export async function openKeys(config: Config, seal: Seal): Promise<KeyStore> {
  const sealed = sealedKeys(seal);
  const { PKCS11_MODULE: path, PKCS11_TOKEN: token, PKCS11_PIN: pin, foreign: environment } = config;
  if (path === undefined || token === undefined || pin === undefined) return sealed;
  const keys = openTokenKeys({ path, token, pin, environment });
  await keys.check();
  return moduleKeys(keys, sealed);
}
