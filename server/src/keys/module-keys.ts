/** Keys in a PKCS #11 module. Keys that were sealed before a module was set up are opened as they were. */
import type { TokenKeys } from './token-keys.ts';
import type { KeyStore } from './key-store.ts';

export function moduleKeys(token: TokenKeys, sealed: KeyStore): KeyStore {
  return {
    location: 'pkcs11',
    async create({ type, label }) {
      return { location: 'pkcs11', sealed: null, ...(await token.newKey(type, label)) };
    },
    open: (id, key) => (key.reference === null ? sealed.open(id, key) : token.openKey(key.reference, key.publicKey)),
    destroy: (key) => (key.reference === null ? sealed.destroy(key) : token.destroyKey(key.reference)),
    close: () => token.close(),
  };
}
