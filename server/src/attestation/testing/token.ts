/** A maker of tokens and one of its tokens: what it says of its keys looks as Yubico's tokens say it. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Extension } from '@peculiar/asn1-x509';
import { anAuthority, extension, make, newKeys, type Made } from '../../x509/testing/any-certificate.ts';
import { daysOn } from '../../x509/testing/authority.ts';
import { pem } from '../../x509/testing/openssl.ts';

/** By the last number of the object identifier, in hexadecimal digits: firmware, serial number, policies, form. */
export const SAYS: Record<number, string> = { 3: '050403', 7: '020400bc614e', 8: '0201', 9: '03' };
export const SAID = {
  format: 'piv',
  maker: 'CN=Maker of tokens',
  serial_number: '12345678',
  firmware: '5.4.3',
  pin_policy: 'once',
  touch_policy: 'never',
  form_factor: 'usb_c_keychain',
};

export const sayings = (says: Record<number, string>): Extension[] =>
  Object.entries(says).map(([number, hex]) =>
    extension(`1.3.6.1.4.1.41482.3.${number}`, new Uint8Array(Buffer.from(hex, 'hex')).buffer, false),
  );

export function makeToken() {
  const maker = make({ subject: 'Maker of tokens', extensions: [anAuthority()] });
  const device = make({ subject: 'Token attestation', by: maker, extensions: [anAuthority(0)] });
  return {
    maker,
    device,
    /** PEM of the maker's authority: what the settings name. */
    authority: pem('CERTIFICATE', maker.der),
    /** What the token says of the key whose public half this is (SubjectPublicKeyInfo, DER). */
    attest: (publicKey: Uint8Array, says = SAYS, by: Pick<Made, 'name' | 'keys'> = device): Made => {
      const key: KeyObject = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
      const keys = { publicKey: key, privateKey: newKeys().privateKey };
      return make({ subject: 'YubiKey PIV Attestation 9a', by, keys, to: daysOn(3_650), extensions: sayings(says) });
    },
  };
}
