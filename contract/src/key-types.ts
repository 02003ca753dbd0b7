/** What a key of ours is: RSA 2048 as a rule (S-208), the others where a profile says so. */
export const KEY_TYPES = ['rsa_2048', 'rsa_3072', 'rsa_4096', 'ec_p256', 'ec_p384'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

/** The length of a key: of RSA that of its modulus, of ECDSA that of its curve's field, in bits. */
export const KEY_BITS = {
  rsa_2048: 2048,
  rsa_3072: 3072,
  rsa_4096: 4096,
  ec_p256: 256,
  ec_p384: 384,
} as const satisfies Record<KeyType, number>;

/** The curves of keys of ECDSA, by their names in FIPS 186-5. */
export const CURVES = { ec_p256: 'P-256', ec_p384: 'P-384' } as const;
