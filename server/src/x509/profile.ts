/** What a certificate of ours is for, and everything that follows from it. */
import type { KeyType } from '@signet/contract/key-types';

/** Names of RFC 5280, 4.2.1.3, as the library writes them. */
const KEY_USAGES = ['digitalSignature', 'keyEncipherment', 'keyCertSign', 'cRLSign'] as const;
export type KeyUsageName = (typeof KEY_USAGES)[number];

/** RFC 5280, 4.2.1.12. */
export const PURPOSES = {
  client_auth: '1.3.6.1.5.5.7.3.2',
  server_auth: '1.3.6.1.5.5.7.3.1',
  email_protection: '1.3.6.1.5.5.7.3.4',
  ocsp_signing: '1.3.6.1.5.5.7.3.9',
} as const;
export type Purpose = keyof typeof PURPOSES;

export type CertificateProfile = {
  /** How many authorities may stand below (RFC 5280, 4.2.1.9); null for a certificate that is no authority. */
  pathLength: number | null;
  keyUsage: readonly KeyUsageName[];
  purposes: readonly Purpose[];
  /** Key types that it takes; the first is offered first. */
  keyTypes: readonly KeyType[];
  days: number;
  /** Says itself that nobody need ask whether it was revoked, since it is short-lived (RFC 6960, 4.2.2.2.1). */
  unrevocable: boolean;
};

const STRONG: readonly KeyType[] = ['rsa_4096', 'rsa_3072', 'ec_p384', 'rsa_2048', 'ec_p256'];
const COMMON: readonly KeyType[] = ['rsa_2048', 'ec_p256', 'rsa_3072', 'rsa_4096', 'ec_p384'];

/** The profiles that the product itself needs. Tenants' own are made of the same parts. */
export const BUILT_IN = {
  root: authority(1, 7_305),
  issuing: authority(0, 3_653),
  client_auth: endEntity(['client_auth'], 397),
  server_auth: endEntity(['server_auth'], 397),
  ocsp_signer: { ...endEntity(['ocsp_signing'], 30), keyUsage: ['digitalSignature'], unrevocable: true },
} as const satisfies Record<string, CertificateProfile>;

function authority(pathLength: number, days: number): CertificateProfile {
  const keyUsage = ['digitalSignature', 'keyCertSign', 'cRLSign'] as const;
  return { pathLength, keyUsage, purposes: [], keyTypes: STRONG, days, unrevocable: false };
}

function endEntity(purposes: readonly Purpose[], days: number): CertificateProfile {
  const keyUsage = ['digitalSignature'] as const;
  return { pathLength: null, keyUsage, purposes, keyTypes: COMMON, days, unrevocable: false };
}
