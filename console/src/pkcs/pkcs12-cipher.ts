/** How one form of PKCS #12 encrypts. */
import type { Bytes } from './der.ts';

/** What was encrypted, with its AlgorithmIdentifier: salt, rounds and all that a reader needs beside the passphrase. */
export type Encrypted = { algorithm: Bytes; encrypted: Bytes };

export type Cipher = {
  encrypt: (content: Bytes) => Promise<Encrypted>;
  /** The private key as PrivateKeyInfo (PKCS #8), encrypted. */
  wrap: (privateKey: CryptoKey) => Promise<Encrypted>;
  /** By which the file's own code of authentication is made, and how often. */
  hash: 'SHA-1' | 'SHA-256';
  rounds: number;
};
