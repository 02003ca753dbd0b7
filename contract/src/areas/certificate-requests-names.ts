/** What can be wrong with a certificate request (PKCS #10), without schemas; `csr` is what the API calls it. */
export const certificateRequestsProblems = {
  /** Neither PEM nor DER, or another thing than a request. */
  CSR_FORMAT: 400,
  /** Begun as one, and not to be read: cut short, bytes after the end, lengths left open. */
  CSR_BROKEN: 400,
  CSR_SEVERAL: 400,
  CSR_TOO_LARGE: 400,
  /** A secret that must not be sent to anybody; it is neither kept nor logged. */
  CSR_PRIVATE_KEY: 400,
  CSR_ALGORITHM: 400,
  /** No proof that the private key is at hand (RFC 2986, 3). */
  CSR_SIGNATURE: 400,
  KEY_UNREADABLE: 400,
  /** A compressed point, for one: the same key in another form would pass for another key. */
  KEY_FORM: 400,
  KEY_KIND: 400,
  /** A certificate of the key was revoked since others have the key. */
  KEY_COMPROMISED: 409,
  /** A certificate of the key is on hold, which another one would get around. */
  KEY_ON_HOLD: 409,
  KEY_SIZE: 400,
  KEY_EXPONENT: 400,
  KEY_EVEN_MODULUS: 400,
  KEY_SMALL_FACTOR: 400,
  KEY_CLOSE_PRIMES: 400,
  KEY_ROCA: 400,
} as const;
