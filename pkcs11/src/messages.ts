/** What is said between the server and the process of a PKCS #11 module. One request at a time, one reply to each. */
import type { KeyType } from '@signet/contract/key-types';
import type { TokenKey } from './token.ts';

export type Request =
  | { call: 'open'; path: string; name: string; pin: string }
  | { call: 'newKey'; type: KeyType; label: string }
  | { call: 'requireKey'; reference: string }
  | { call: 'sign'; reference: string; family: 'rsa' | 'ec'; input: Uint8Array }
  | { call: 'destroy'; reference: string };

export type Answers = { open: void; newKey: TokenKey; requireKey: void; sign: Uint8Array; destroy: void };
