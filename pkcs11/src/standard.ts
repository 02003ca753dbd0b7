/** The numbers of PKCS #11 2.40 (OASIS, pkcs11t.h) that we use. */
export const CKF = {
  RW_SESSION: 0x2,
  SERIAL_SESSION: 0x4,
} as const;

export const CKU = { SO: 0, USER: 1 } as const;

/** Flags of CK_TOKEN_INFO. */
export const TOKEN_FLAGS = {
  WRITE_PROTECTED: 0x2,
  LOGIN_REQUIRED: 0x4,
  USER_PIN_INITIALIZED: 0x8,
  TOKEN_INITIALIZED: 0x400,
  USER_PIN_COUNT_LOW: 0x10000,
  USER_PIN_FINAL_TRY: 0x20000,
  USER_PIN_LOCKED: 0x40000,
  SO_PIN_COUNT_LOW: 0x100000,
  SO_PIN_FINAL_TRY: 0x200000,
  SO_PIN_LOCKED: 0x400000,
} as const;

export const CKO = { CERTIFICATE: 1, PUBLIC_KEY: 2, PRIVATE_KEY: 3 } as const;
export const CKK = { RSA: 0, EC: 3 } as const;
export const CKC_X_509 = 0;

export const CKA = {
  CLASS: 0x0,
  TOKEN: 0x1,
  PRIVATE: 0x2,
  LABEL: 0x3,
  VALUE: 0x11,
  CERTIFICATE_TYPE: 0x80,
  ISSUER: 0x81,
  SERIAL_NUMBER: 0x82,
  KEY_TYPE: 0x100,
  SUBJECT: 0x101,
  ID: 0x102,
  SENSITIVE: 0x103,
  SIGN: 0x108,
  VERIFY: 0x10a,
  MODULUS: 0x120,
  MODULUS_BITS: 0x121,
  PUBLIC_EXPONENT: 0x122,
  EXTRACTABLE: 0x162,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
} as const;

export const CKM = {
  RSA_PKCS_KEY_PAIR_GEN: 0x0,
  RSA_PKCS: 0x1,
  EC_KEY_PAIR_GEN: 0x1040,
  ECDSA: 0x1041,
} as const;
