/** What a key of ours is: RSA 2048 as a rule (S-208), the others where a profile says so. */
export const KEY_TYPES = ['rsa_2048', 'rsa_3072', 'rsa_4096', 'ec_p256', 'ec_p384'] as const;
export type KeyType = (typeof KEY_TYPES)[number];
