/** Where the private keys of authorities lie. Whoever signs gets a {@link Signer} and knows no more. */
import type { KeyType } from '@signet/contract/key-types';
import { KeyUnavailable, newPrivateKey, openSigner, type Signer } from '../x509/signer.ts';
import type { Seal } from '../secrets.ts';

/** `sealed`: in the database, under the platform key. `pkcs11`: in a PKCS #11 module, which it never leaves. */
export type KeyLocation = 'sealed' | 'pkcs11';

/** What the row of a key's owner keeps of it; one of `sealed` and `reference`, as its location says. */
export type StoredKey = {
  location: KeyLocation;
  /** The private key as a box of {@link Seal}, which opens for its owner alone. */
  sealed: Uint8Array | null;
  /** By what the module finds it. */
  reference: string | null;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Uint8Array;
};

/** What a key is made for. `id`: of its owner, the authority's; `label`: how a person finds it in the module. */
export type NewKey = { id: string; type: KeyType; label: string };

export type KeyStore = {
  /** Where new keys are made. The others stay where they were made, and open as before. */
  readonly location: KeyLocation;
  create: (key: NewKey) => Promise<StoredKey>;
  /** A signer of the owner's key. Throws where it can't be reached, or is not the one of the row's public key. */
  open: (id: string, key: StoredKey) => Promise<Signer>;
  /** Ends a key for good. A sealed one ends with its row; throws where the module of another can't be reached. */
  destroy: (key: StoredKey) => Promise<void>;
  close: () => Promise<void>;
};

/** Binds the box to the key's owner: moved to another row, it doesn't open. */
const context = (id: string): string => `authority-key:${id}`;

/** Keys in the database, under the platform key. */
export function sealedKeys(seal: Seal): KeyStore {
  return {
    location: 'sealed',
    async create({ id, type }) {
      const privateKey = await newPrivateKey(type);
      const { publicKey } = openSigner(privateKey);
      return { location: 'sealed', sealed: seal.seal(privateKey, context(id)), reference: null, publicKey };
    },
    async open(id, key) {
      if (key.sealed === null)
        throw new KeyUnavailable(
          `The key of ${id} lies in a PKCS #11 module: set PKCS11_MODULE, PKCS11_TOKEN and PKCS11_PIN.`,
        );
      return requireSame(openSigner(seal.open(key.sealed, context(id))), id, key);
    },
    async destroy(key) {
      if (key.sealed === null)
        throw new KeyUnavailable(
          'A key in a PKCS #11 module ends there alone: set PKCS11_MODULE, PKCS11_TOKEN and PKCS11_PIN.',
        );
    },
    async close() {},
  };
}

/** A certificate speaks of one key: another one's signatures under it would all be wrong. */
function requireSame(signer: Signer, id: string, { publicKey }: StoredKey): Signer {
  if (!Buffer.from(signer.publicKey).equals(Buffer.from(publicKey)))
    throw new KeyUnavailable(`The key that was found for ${id} is not the one of its public key.`);
  return signer;
}
