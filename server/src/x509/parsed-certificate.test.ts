/** Certificates that OpenSSL made, as the API answers them. */
import { rmSync } from 'node:fs';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
} from '@peculiar/asn1-x509';
import { parsedCertificate } from '@signet/contract/parsed-certificate';
import { afterAll, describe, expect, test } from 'vitest';
import { readCertificate } from './read-certificate.ts';
import { openSsl } from './testing/openssl.ts';
import { toParsedCertificate } from './parsed-certificate.ts';

const ssl = openSsl();
afterAll(() => rmSync(ssl.folder, { recursive: true }));
ssl.run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384', '-out', 'key.pem');

const DAY = 86_400_000;

/** A certificate that OpenSSL signs with its own key, DER. `extensions` are lines of its configuration. */
function selfSigned(subject: string, extensions: readonly string[] = [], key = 'key.pem'): Buffer {
  ssl.put('made.cnf', ['[req]', 'distinguished_name=dn', '[dn]', '[ext]', ...extensions].join('\n'));
  const how = `req -x509 -new -key ${key} -utf8 -config made.cnf -extensions ext -outform DER -out made.der`.split(' ');
  ssl.run(...how, '-subj', subject, '-days', '10');
  return ssl.get('made.der');
}

/** As it stands so many milliseconds after its first second; what the contract does not list is left out. */
function view(der: Uint8Array, after = DAY) {
  const read = readCertificate(der);
  if ('fault' in read) throw new Error(`It could not be read: ${read.fault}.`);
  return parsedCertificate.parse(toParsedCertificate(read, new Date(read.validFrom.getTime() + after)));
}

/** The same certificate with another subject; its signature does not hold any more, which nobody asks here. */
function renamed(der: Uint8Array, ...values: AttributeValue[]): Uint8Array {
  const certificate = AsnConvert.parse(der, Certificate);
  certificate.tbsCertificate.subject = new Name(
    values.map((value) => new RelativeDistinguishedName([new AttributeTypeAndValue({ type: '2.5.4.3', value })])),
  );
  return new Uint8Array(AsnConvert.serialize(certificate));
}

const WHOLE =
  '/C=DE/ST=Schleswig-Holstein/L=Kiel/O=Nordmark Landesbank/OU=Zahlungen/CN=Cleo/emailAddress=cleo@nordmark.example';

test('[S-125] it shows issuer and subject with every component, both dates, validity and version', () => {
  const one = view(selfSigned(WHOLE, ['subjectKeyIdentifier=hash']));
  const name = {
    distinguishedName:
      'emailAddress=cleo@nordmark.example,CN=Cleo,OU=Zahlungen,O=Nordmark Landesbank,L=Kiel,ST=Schleswig-Holstein,C=DE',
    commonName: 'Cleo',
    organizationalUnit: 'Zahlungen',
    organization: 'Nordmark Landesbank',
    locality: 'Kiel',
    state: 'Schleswig-Holstein',
    country: 'DE',
    email: 'cleo@nordmark.example',
    isSuspect: false,
  };
  expect(one).toMatchObject({
    issuer: name,
    subject: name,
    isValid: true,
    isSelfIssued: true,
    version: 3,
  });
  const dates = ssl.run('x509', '-inform', 'DER', '-in', 'made.der', '-noout', '-dates', '-dateopt', 'iso_8601');
  expect(dates.toString()).toBe(`notBefore=${one.validFrom}Z\nnotAfter=${one.validTo}Z\n`);
  const absent = view(selfSigned('/CN=Cleo')).subject;
  expect(absent).toMatchObject({ commonName: 'Cleo', organization: null, country: null, email: null });
});

test('[S-126] before its first second and after its last it is not valid', () => {
  const der = selfSigned('/CN=Cleo');
  const at = (after: number): boolean => view(der, after).isValid;
  expect([at(-1000), at(0), at(10 * DAY), at(10 * DAY + 1000)]).toEqual([false, true, true, false]);
});

test('it shows what it is for, whose names it bears and where its status is told', () => {
  const one = view(
    selfSigned('/CN=Cleo', [
      'keyUsage=critical,digitalSignature,nonRepudiation',
      'extendedKeyUsage=clientAuth,1.2.3',
      'subjectAltName=email:cleo@nordmark.example',
      'crlDistributionPoints=URI:http://pki.example/a.crl',
      'authorityInfoAccess=OCSP;URI:http://pki.example/o',
      '1.2.3.4=critical,ASN1:NULL',
    ]),
  );
  expect(one).toMatchObject({
    keyUsage: ['digitalSignature', 'nonRepudiation'],
    purposes: ['client_auth', '1.2.3'],
    alternativeNames: [{ kind: 'email', value: 'cleo@nordmark.example' }],
    authority: null,
    crlAddresses: ['http://pki.example/a.crl'],
    ocspAddresses: ['http://pki.example/o'],
    unknownCritical: ['1.2.3.4'],
  });
  const fingerprint = ssl.run('x509', '-inform', 'DER', '-in', 'made.der', '-noout', '-fingerprint', '-sha1');
  expect(fingerprint.toString().replaceAll(':', '').toLowerCase()).toContain(one.fingerprints.sha1);
});

test.each([
  ['basicConstraints=critical,CA:TRUE', { pathLength: null }],
  ['basicConstraints=critical,CA:TRUE,pathlen:1', { pathLength: 1 }],
  ['basicConstraints=CA:FALSE', null],
])('with %s: the authority is %o', (line, authority) => {
  expect(view(selfSigned('/CN=Authority', [line])).authority).toEqual(authority);
});

describe('its key', () => {
  test.each([
    ['-algorithm EC -pkeyopt ec_paramgen_curve:P-256', { algorithm: 'ec', size: 256, fault: null }],
    ['-algorithm RSA -pkeyopt rsa_keygen_bits:2048', { algorithm: 'rsa', size: 2048, fault: null }],
    ['-algorithm RSA -pkeyopt rsa_keygen_bits:1024', { algorithm: 'rsa', size: 1024, fault: 'size' }],
    ['-algorithm EC -pkeyopt ec_paramgen_curve:P-521', { algorithm: 'ec', size: 521, fault: 'kind' }],
    ['-algorithm ED25519', { algorithm: 'ed25519', size: null, fault: 'kind' }],
  ])('of %s is %o', (how, key) => {
    ssl.run('genpkey', ...how.split(' '), '-out', 'other.pem');
    expect(view(selfSigned('/CN=Key', [], 'other.pem')).key).toMatchObject(key);
  });

  test('has the fingerprint that OpenSSL computes', () => {
    const { key } = view(selfSigned('/CN=Key'));
    ssl.put('key.der', ssl.run('pkey', '-in', 'key.pem', '-pubout', '-outform', 'DER'));
    expect(ssl.run('dgst', '-sha256', '-r', 'key.der').toString()).toContain(key.sha256);
  });
});

describe('a hostile name', () => {
  const quoted = 'Cleo, "O"=Nordmark\\;#+<>';
  test.each([
    [
      'a mark of direction',
      new AttributeValue({ utf8String: 'Cleo\u202Egpj' }),
      'Cleo\u202Egpj',
      'CN=Cleo\\e2\\80\\aegpj',
    ],
    ['a NUL', new AttributeValue({ utf8String: 'cleo\u0000.example' }), 'cleo\u0000.example', 'CN=cleo\\00.example'],
    ['a BMPString', new AttributeValue({ bmpString: 'Żółć' }), 'Żółć', 'CN=Żółć'],
    ['a TeletexString', new AttributeValue({ teletexString: 'Cleo' }), 'Cleo', 'CN=Cleo'],
  ])('with %s is kept letter by letter and said to be suspect', (_, value, commonName, distinguishedName) => {
    const { subject } = view(renamed(selfSigned('/CN=Cleo'), value));
    expect(subject).toMatchObject({ commonName, distinguishedName, isSuspect: true });
  });

  test('of quotes and commas says nothing else than it does', () => {
    const value = new AttributeValue({ utf8String: quoted });
    expect(view(renamed(selfSigned('/CN=Cleo'), value)).subject).toMatchObject({
      commonName: quoted,
      organization: null,
      distinguishedName: String.raw`CN=Cleo\, \"O\"=Nordmark\\\;#\+\<\>`,
      isSuspect: false,
    });
  });

  test('of two common names shows both in the whole, and the first as the component', () => {
    const { subject } = view(
      renamed(
        selfSigned('/CN=Cleo'),
        new AttributeValue({ utf8String: 'First' }),
        new AttributeValue({ utf8String: 'Second' }),
      ),
    );
    expect(subject).toMatchObject({ commonName: 'First', distinguishedName: 'CN=Second,CN=First' });
  });

  test('of 4 KB is shown whole', () => {
    const long = 'x'.repeat(4096);
    const { subject, isSelfIssued } = view(renamed(selfSigned('/CN=Cleo'), new AttributeValue({ utf8String: long })));
    expect([subject.commonName, isSelfIssued]).toEqual([long, false]);
  });
});
