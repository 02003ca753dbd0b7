/** What every key store can do, whatever it keeps keys in. It refuses by CommandRefusal, with the codes of PKCS #11. */
import type { Entry, KeyStoreType, RequestSubject, Token } from '@signet/contract/assistant/key-stores';
import type { KeyType } from '@signet/contract/key-types';

export type NewKey = { type: KeyType; subject: RequestSubject; label: string; origin: string };
/** PINs of the person (`user`) and of who may reset theirs (`so`). */
export type Holder = 'user' | 'so';

export type KeyStore = {
  readonly type: KeyStoreType;
  /** Tokens that are there now. */
  tokens(): Token[];
  entries(): Entry[];
  /** Makes the token ready. Refuses one that is ready: its keys would be gone. */
  initialize(label: string, pin: string, soPin: string): Promise<Token>;
  verifyPin(token: string, holder: Holder, pin: string): Promise<void>;
  changePin(token: string, pin: string, newPin: string): Promise<void>;
  resetPin(token: string, soPin: string, newPin: string): Promise<void>;
  /** A key and a request for a certificate (PKCS #10) as PEM. */
  generate(token: string, pin: string, key: NewKey): Promise<{ id: string; csr: string }>;
  /** Keeps the certificate with its key, whose id this is. */
  import(token: string, certificate: Buffer): Promise<{ id: string }>;
  /** DER. */
  export(token: string, id: string): Buffer;
  remove(token: string, pin: string, id: string): Promise<void>;
  sign(token: string, pin: string, id: string, data: Buffer): Promise<Buffer>;
  backup(token: string, pin: string, passphrase: string): Promise<Buffer>;
  /** How many keys came back. */
  restore(token: string, pin: string, backup: Buffer, passphrase: string): Promise<number>;
};
