/** Who signs a certificate, a revocation list or an answer. */
import type { Addresses } from './extensions.ts';
import type { KeyType } from '@signet/contract/key-types';

export type Issuer = {
  /** The subject of its certificate, DER, octet for octet (RFC 5280, 6.1.3 a 4). */
  name: Uint8Array;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Uint8Array;
  keyType: KeyType;
  /** When its own certificate ends; null for a root that is being made. */
  notAfter: Date | null;
  /** Written into what it issues; null where nobody could ask. */
  addresses: Addresses | null;
};
