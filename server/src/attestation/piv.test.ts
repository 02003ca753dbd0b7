/** What tokens say of their keys: of a YubiKey that others published, and of tokens that are made here by OpenSSL. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '../x509/file.ts';
import { readCertificate, type ReadCertificate } from '../x509/read-certificate.ts';
import { anAuthority, make, newKeys } from '../x509/testing/any-certificate.ts';
import { daysOn, NOW } from '../x509/testing/authority.ts';
import { openAttestationAuthorities } from './authorities.ts';
import { readPivAttestation } from './piv.ts';
import { pem } from '../x509/testing/openssl.ts';
import { makeToken, SAID, SAYS, sayings } from './testing/token.ts';

const { maker, device, authority, attest } = makeToken();

function read(der: Uint8Array): ReadCertificate {
  const certificate = readCertificate(der);
  if ('fault' in certificate) throw new Error(certificate.fault);
  return certificate;
}
const published = (name: string): ReadCertificate => {
  const file = readFile('certificate', readFileSync(new URL(`testing/${name}.pem`, import.meta.url)));
  if ('fault' in file) throw new Error(file.fault);
  return read(file.blocks[0] ?? new Uint8Array());
};
const newKey = (): Uint8Array => newKeys().publicKey.export({ type: 'spki', format: 'der' });

/** What is made of a statement for a key, by the maker's authority alone unless others are said. */
function ask(statement: Uint8Array, publicKey: Uint8Array, more: Partial<Asked> = {}) {
  const { others = [device.read], authorities = [maker.read], now = NOW } = more;
  return readPivAttestation(read(statement), others, { publicKey, authorities, now });
}
type Asked = { others: ReadCertificate[]; authorities: ReadCertificate[]; now: Date };

test('a YubiKey’s statement for a key, as others have published it, is vouched for by Yubico', () => {
  const statement = published('yubikey-9c');
  const key = statement.publicKey;
  const authorities = openAttestationAuthorities();
  expect(ask(statement.der, key, { others: [published('yubikey-f9')], authorities })).toEqual({
    attestation: {
      format: 'piv',
      maker: 'CN=Yubico PIV Root CA Serial 263751',
      serial_number: '25515003',
      firmware: '5.4.3',
      pin_policy: 'always',
      touch_policy: 'never',
      form_factor: 'usb_c_keychain',
    },
  });
  // Without the token's own certificate nobody vouches; for another key it says nothing.
  expect(ask(statement.der, key, { others: [], authorities })).toEqual({ fault: 'unknown_authority' });
  expect(ask(statement.der, newKey(), { others: [published('yubikey-f9')], authorities })).toEqual({
    fault: 'other_key',
  });
});

test('a token of another maker is believed where the settings name that one', () => {
  const key = newKey();
  const statement = attest(key).der;
  expect(ask(statement, key)).toEqual({ attestation: SAID });
  expect(ask(statement, key, { authorities: openAttestationAuthorities() })).toEqual({ fault: 'unknown_authority' });
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-makers-'));
  const file = (content: string): string => {
    const name = path.join(folder, 'makers.pem');
    writeFileSync(name, content);
    return name;
  };
  const authorities = openAttestationAuthorities(file(authority));
  expect(ask(statement, key, { authorities })).toEqual({ attestation: SAID });
  const refused = /^KEY_ATTESTATION_AUTHORITIES names .*makers\.pem, which holds/;
  expect(() => openAttestationAuthorities(file('no certificate'))).toThrow(refused);
  expect(() => openAttestationAuthorities(file(pem('CERTIFICATE', statement)))).toThrow(refused);
  expect(() => openAttestationAuthorities(path.join(folder, 'none.pem'))).toThrow('none.pem');
});

test('what a token did not sign, or may not, is no attestation', () => {
  const key = newKey();
  const altered = Uint8Array.from(attest(key).der);
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  expect(ask(altered, key)).toEqual({ fault: 'bad_signature' });

  // A key in a token that signs for others: the bound on the token's own certificate forbids what stands below.
  const slot = make({ subject: 'Slot', by: device, extensions: [anAuthority(), ...sayings(SAYS)] });
  const below = attest(key, SAYS, slot).der;
  expect(ask(below, key, { others: [device.read, slot.read] })).toEqual({ fault: 'path_too_long' });
  // And where it does not call itself an authority.
  const own = make({ subject: 'Slot', by: device, extensions: sayings(SAYS) });
  const byOwn = attest(key, SAYS, own).der;
  expect(ask(byOwn, key, { others: [device.read, own.read] })).toEqual({ fault: 'not_an_authority' });

  // Somebody who says everything that a token says, and has none.
  const imposter = make({ subject: 'Token attestation', extensions: [anAuthority(0)] });
  const forged = attest(key, SAYS, imposter).der;
  expect(ask(forged, key, { others: [imposter.read] })).toEqual({ fault: 'unknown_authority' });
  expect(ask(forged, key)).toEqual({ fault: 'bad_signature' });
  expect(ask(attest(key).der, key, { now: daysOn(4_000) })).toEqual({ fault: 'expired' });
});

test.each([
  ['nothing of a token', {}],
  ['no firmware', { ...SAYS, 3: '0504' }],
  ['more than a firmware', { ...SAYS, 3: '05040302' }],
  ['a policy that is not known', { ...SAYS, 8: '0901' }],
  ['a policy of touch alone', { ...SAYS, 8: '01' }],
  ['a serial number below nought', { ...SAYS, 7: '0201ff' }],
  ['a serial number of 2,000 bits', { ...SAYS, 7: `0281fa${'7f'.repeat(250)}` }],
  ['a serial number that is a text', { ...SAYS, 7: '0c0131' }],
])('a certificate that says %s is no statement', (_what, says) => {
  const key = newKey();
  expect(ask(attest(key, says).der, key)).toEqual({ fault: 'none' });
});

test('an older token without a serial number and a form is taken as it is', () => {
  const key = newKey();
  const says = { 3: '040304', 8: '0302' };
  expect(ask(attest(key, says).der, key)).toEqual({
    attestation: {
      ...SAID,
      serial_number: null,
      firmware: '4.3.4',
      pin_policy: 'always',
      touch_policy: 'always',
      form_factor: null,
    },
  });
});
