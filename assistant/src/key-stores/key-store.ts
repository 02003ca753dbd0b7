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
  /** What was in its place when its person was asked, by {@link KeyStore.keyAt}. */
  former?: KeyMark | undefined;
};
/** Tells a key from the one that is made in its place: its public key in base64; null where there is none. */
export type KeyMark = string | null;
/** PINs of the person (`user`) and of who may reset theirs (`so`). */
export type Holder = 'user' | 'so';
export type Tries = Token['pin_tries'];

/** `wrong`: how many wrong PINs the assistant has tried since the last right one, which not every token tells. */
export type Tried = { tries: Tries; wrong: number };
/** A token as it was when its person was asked. */
export type FoundToken = { token: Token; tried: Readonly<Record<Holder, Tried>> };

/** A token that tells nothing of its tries may have three, as a YubiKey has. */
const MOST_WRONG = 2;
/** Whether the next try may be the last: then the person alone may make it, also where a page has sent the PIN. */
export const mayBeLast = ({ tries, wrong }: Tried): boolean =>
  tries === 'one' || ((tries === 'unknown' || tries === 'few') && wrong >= MOST_WRONG);

export type KeyStore = {
  readonly type: KeyStoreType;
  /** What the driver calls itself. */
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
  /** Of a managed store, whose ids are places of the token: which key is in one. */
  keyAt?(token: string, id: string): Promise<KeyMark>;
  /** Of one token, or of all. */
  entries(token?: string): Promise<Entry[]>;
  /** Refuses where there is nothing to be made ready, or a token that is ready: its keys would be gone. */
  requireBlank(token: string | undefined): Promise<void>;
  initialize(token: string | undefined, label: string, pin: string, soPin: string): Promise<Token>;
  /** This and what follows takes the token as it was found: a last try that nobody has agreed to is not made. */
  verifyPin(found: FoundToken, holder: Holder, pin: string): Promise<void>;
  changePin(found: FoundToken, pin: string, newPin: string): Promise<void>;
  resetPin(found: FoundToken, soPin: string, newPin: string): Promise<void>;
  /** A key, a request for a certificate (PKCS #10) as PEM, and what the token says of the key, where it does. */
  generate(found: FoundToken, pin: string, key: NewKey): Promise<{ id: string; csr: string; attestation?: string[] }>;
  /** Keeps the certificate with its key, whose id this is. `secret` asks the person, where the token wants to know. */
  import(found: FoundToken, certificate: Buffer, secret: () => Promise<string>): Promise<{ id: string }>;
  /** DER. */
  export(token: string, id: string): Promise<Buffer>;
  /** `secret`: the PIN, or the management key where the store has one. `former`: as {@link NewKey} has it. */
  remove(found: FoundToken, secret: string, id: string, former?: KeyMark): Promise<void>;
  sign(found: FoundToken, pin: string, id: string, data: Buffer): Promise<Buffer>;
  backup(found: FoundToken, pin: string, passphrase: string): Promise<Buffer>;
  /** How many keys came back, or got their certificate back. */
  restore(found: FoundToken, pin: string, backup: Buffer, passphrase: string): Promise<number>;
  /** Whether keys can be backed up at all; refused before anybody is asked for a PIN. */
  readonly backsUp: boolean;
  close(): Promise<void>;
};
