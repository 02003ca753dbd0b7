/** What is said between the assistant and the process of a module. One request at a time, one reply to each. */
import type { KeyType } from '@signet/contract/key-types';
import type { PublicNumbers } from '@signet/pkcs11/public-numbers';

/** A token as its module tells of it. `pin`: how many octets one has. `sizes`: of keys it makes, in bits. */
export type ToldToken = {
  label: string;
  serial: string;
  flags: number;
  pin: { min: number; max: number };
  firmware: { major: number; minor: number };
  sizes: { rsa: Range | null; ec: Range | null };
};
type Range = { min: number; max: number };

/** What can be seen without a PIN. `id`: CKA_ID in hexadecimal digits. `numbers`: null for a key of another kind. */
export type ToldObjects = {
  keys: { id: string; label: string; numbers: PublicNumbers | null }[];
  certificates: { id: string; label: string; value: Uint8Array }[];
};

export type Request =
  /** Loads the module; it is told no more than once. `parameters`: those of NSS. */
  | { call: 'load'; path: string; parameters: string | null }
  /** Each of these three begins anew: what was plugged in or taken out meanwhile is seen. */
  | { call: 'tokens' }
  | ({ call: 'objects' } & Which)
  /** `writes`: whether anything is changed on the token; one that can't be written to refuses that. */
  | ({ call: 'open'; writes: boolean } & Which)
  | { call: 'logIn'; holder: 'user' | 'so'; pin: string }
  | { call: 'generate'; type: KeyType; id: string; label: string }
  /** In the session that is open. */
  | { call: 'certificates' }
  /** `pin`: of the person, who is logged in: some keys want it for each signature. */
  | { call: 'sign'; id: string; family: 'rsa' | 'ec'; input: Uint8Array; pin: string }
  | { call: 'keep'; id: string; label: string; certificate: Uint8Array; names: Names }
  | { call: 'destroy'; id: string; kind: 'certificate' | 'all' }
  | { call: 'setPin'; pin: string; newPin: string }
  | { call: 'initPin'; newPin: string }
  | { call: 'initToken'; which: Which; label: string; soPin: string; pin: string }
  | { call: 'close' };
/** Serial numbers tell tokens apart, but for NSS, which numbers none. */
export type Which = { serial: string; label: string };
/** Of a certificate, as DER. */
export type Names = { subject: Uint8Array; issuer: Uint8Array; serialNumber: Uint8Array };

export type Answers = {
  load: void;
  tokens: ToldToken[];
  objects: ToldObjects;
  open: ToldToken;
  logIn: void;
  generate: PublicNumbers;
  certificates: Uint8Array[];
  sign: Uint8Array;
  keep: void;
  /** How many objects are gone. */
  destroy: number;
  setPin: void;
  initPin: void;
  initToken: ToldToken;
  close: void;
};
