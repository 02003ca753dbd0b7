/** What every key store can do, whatever it keeps keys in. It refuses by CommandRefusal, with the codes of PKCS #11. */
import type { Entry, KeyStoreType, RequestSubject, Slot, Token } from '@signet/contract/assistant/key-stores';
import type { CommandStatus } from '@signet/contract/assistant/statuses';
import type { KeyType } from '@signet/contract/key-types';

export type NewKey = {
  type: KeyType;
  subject: RequestSubject;
  label: string;
  origin: string;
  slot?: Slot | undefined;
  /** Of a YubiKey, in hexadecimal digits; see {@link KeyStore.managed}. */
  managementKey?: string;
};
/** PINs of the person (`user`) and of who may reset theirs (`so`). */
export type Holder = 'user' | 'so';
export type Tries = Token['pin_tries'];

/**
 * A token that is there. `wrong`: how many wrong PINs were tried by the assistant since the last right one, which not
 * every token tells.
 */
export type FoundToken = { token: Token; soTries: Tries; wrong: number };

export type KeyStore = {
  readonly type: KeyStoreType;
  /** Of the driver. */
  readonly name: string;
  /** Whether keys are made and certificates imported with a management key, beside the PIN. */
  readonly managed: boolean;
  /** Why it can't be used; null where it can. */
  problem(): Promise<CommandStatus | null>;
  /** Looks anew for what was plugged in. */
  refresh(): Promise<void>;
  /** Tokens that are there now. */
  tokens(): Promise<Token[]>;
  find(token: string): Promise<FoundToken>;
  /** Of one token, or of all. */
  entries(token?: string): Promise<Entry[]>;
  /** Refuses where there is nothing to be made ready, or a token that is ready: its keys would be gone. */
  requireBlank(token: string | undefined): Promise<void>;
  initialize(token: string | undefined, label: string, pin: string, soPin: string): Promise<Token>;
  verifyPin(token: string, holder: Holder, pin: string): Promise<void>;
  changePin(token: string, pin: string, newPin: string): Promise<void>;
  resetPin(token: string, soPin: string, newPin: string): Promise<void>;
  /** A key, a request for a certificate (PKCS #10) as PEM, and what the token says of the key, where it does. */
  generate(token: string, pin: string, key: NewKey): Promise<{ id: string; csr: string; attestation?: string[] }>;
  /** Keeps the certificate with its key, whose id this is. `secret` asks the person, where the token wants to know. */
  import(token: string, certificate: Buffer, secret: () => Promise<string>): Promise<{ id: string }>;
  /** DER. */
  export(token: string, id: string): Promise<Buffer>;
  /** `secret`: the PIN, or the management key where the store has one. */
  remove(token: string, secret: string, id: string): Promise<void>;
  sign(token: string, pin: string, id: string, data: Buffer): Promise<Buffer>;
  backup(token: string, pin: string, passphrase: string): Promise<Buffer>;
  /** How many keys came back. */
  restore(token: string, pin: string, backup: Buffer, passphrase: string): Promise<number>;
  /** Whether keys can be backed up at all; refused before anybody is asked for a PIN. */
  readonly backsUp: boolean;
  close(): Promise<void>;
};
