/**
 * The evaluation key, private half included, on purpose: anyone may issue licenses for trying the platform out. What
 * it signs is marked as evaluation wherever it is shown (docs/decisions/004-evaluation-license.md).
 */
export const EVALUATION_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'signet-evaluation',
  x: '8Byq-VvwKUnNFg1CfHU49llYXQR1hBMa8Zdap8cD1VU',
  d: 'VGfdWVHcjYwM5ABtwdPxSPYlyjOZLap7kI0toiSXa2A',
} as const;

/** The issuer that evaluation licenses carry, whatever whoever signed them wrote. */
export const EVALUATION_ISSUER = 'Signet evaluation';
