/** Certificates that others made, as they are read. */
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { isValidAt, readCertificate } from './read-certificate.ts';
import { BUILT_IN } from './profile.ts';
import { extension, make } from './testing/any-certificate.ts';
import { intend, issue, makeAuthority, NOW } from './testing/authority.ts';
import { openSsl } from './testing/openssl.ts';

const ssl = openSsl();
afterAll(() => rmSync(ssl.folder, { recursive: true }));

ssl.run('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', 'key.pem');

/** A certificate that OpenSSL signs with its own key, DER. `extensions` are lines of its configuration. */
function selfSigned(subject: string, extensions: readonly string[] = [], ...more: string[]): Buffer {
  ssl.put('made.cnf', ['[req]', 'distinguished_name=dn', '[dn]', '[ext]', ...extensions].join('\n'));
  const chosen = extensions.length > 0 ? ['-extensions', 'ext'] : [];
  const how = 'req -x509 -new -key key.pem -utf8 -config made.cnf -outform DER -out made.der'.split(' ');
  ssl.run(...how, '-subj', subject, ...chosen, ...more);
  return ssl.get('made.der');
}

function read(der: Uint8Array) {
  const found = readCertificate(der);
  if ('fault' in found) throw new Error(`It could not be read: ${found.fault}.`);
  return found;
}

const NAMES = [
  'email:cleo@nordmark.example',
  'DNS:nordmark.example',
  'IP:2001:db8::1',
  'IP:192.0.2.7',
  'URI:urn:x',
  'dirName:dn',
  'otherName:1.2.3;UTF8:x',
  'otherName:msUPN;UTF8:cleo@nordmark.example',
  // A user principal name is a UTF8String.
  'otherName:msUPN;IA5:cleo@nordmark.example',
];
const WHOLE =
  '/C=DE/ST=Schleswig-Holstein/L=Kiel/O=Nordmark Landesbank/OU=Zahlungen/CN=Cleo/emailAddress=cleo@nordmark.example';

describe('[S-125] a certificate', () => {
  test('is read with every component of both names, dates, version and serial', () => {
    const one = read(selfSigned(WHOLE, ['subjectKeyIdentifier=hash'], '-set_serial', '0x8100ff', '-days', '10'));
    const components = {
      country: 'DE',
      state: 'Schleswig-Holstein',
      locality: 'Kiel',
      organization: 'Nordmark Landesbank',
      organizational_unit: 'Zahlungen',
      common_name: 'Cleo',
      email: 'cleo@nordmark.example',
    };
    expect(one).toMatchObject({ subject: { components }, issuer: { components, suspect: false }, serial: '8100ff' });
    expect(one.subject.text).toBe(
      'emailAddress=cleo@nordmark.example,CN=Cleo,OU=Zahlungen,O=Nordmark Landesbank,L=Kiel,ST=Schleswig-Holstein,C=DE',
    );
    expect(one.validTo.getTime() - one.validFrom.getTime()).toBe(10 * 86_400_000);
    expect([one.version, one.key, one.signatureAlgorithm]).toEqual([3, { type: 'ec_p256' }, 'ec-sha256']);
    const said = ssl.run('x509', '-inform', 'DER', '-in', 'made.der', '-noout', '-fingerprint', '-sha256').toString();
    expect(said.replaceAll(':', '').toLowerCase()).toContain(one.fingerprints.sha256);
  });

  test('is read with what it is for, and whose names it bears', () => {
    const one = read(
      selfSigned('/CN=Cleo', [
        'basicConstraints=critical,CA:FALSE',
        'keyUsage=critical,digitalSignature,keyEncipherment',
        'extendedKeyUsage=clientAuth,1.3.6.1.4.1.311.20.2.2',
        `subjectAltName=${NAMES.join()}`,
        'crlDistributionPoints=URI:http://pki.example/a.crl',
        'authorityInfoAccess=OCSP;URI:http://pki.example/o,caIssuers;URI:http://pki.example/i',
      ]),
    );
    expect(one).toMatchObject({
      authority: null,
      keyUsage: ['digitalSignature', 'keyEncipherment'],
      purposes: ['client_auth', '1.3.6.1.4.1.311.20.2.2'],
      crlAddresses: ['http://pki.example/a.crl'],
      ocspAddresses: ['http://pki.example/o'],
      unknownCritical: [],
    });
    expect(one.alternativeNames.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
      'email cleo@nordmark.example',
      'host nordmark.example',
      'address 2001:db8::1',
      'address 192.0.2.7',
      'uri urn:x',
      'other ',
      'other 1.2.3',
      'principal cleo@nordmark.example',
      'other 1.3.6.1.4.1.311.20.2.3',
    ]);
  });

  test.each([
    ['basicConstraints=critical,CA:TRUE', 'unlimited'],
    ['basicConstraints=critical,CA:TRUE,pathlen:0', 0],
    ['basicConstraints=CA:FALSE', null],
    ['subjectKeyIdentifier=hash', null],
  ])('with %s: the authorities below it are %s', (line, authority) => {
    expect(read(selfSigned('/CN=Authority', [line])).authority).toBe(authority);
  });

  test('names critical extensions that nobody knows, and is not read where one stands twice', () => {
    expect(read(selfSigned('/CN=A', ['1.2.3.4=critical,ASN1:NULL'])).unknownCritical).toEqual(['1.2.3.4']);
    expect(read(selfSigned('/CN=A', ['1.2.3.4=ASN1:NULL'])).unknownCritical).toEqual([]);
    const twice = selfSigned('/CN=A', ['1.2.3.4=ASN1:NULL', '1.2.3.5=ASN1:NULL']);
    const [a, b] = [Buffer.from('06032a0304', 'hex'), Buffer.from('06032a0305', 'hex')];
    twice.set(a, twice.indexOf(b));
    expect(readCertificate(twice)).toEqual({ fault: 'structure' });
  });

  test('without extensions is one of version 1', () => {
    expect(read(selfSigned('/CN=Old'))).toMatchObject({ version: 1, authority: null, keyUsage: null, purposes: null });
  });

  test('of 1024 bits, by SHA-1, or with hidden characters is read, and what is wrong is said', () => {
    const sha1 = read(selfSigned('/CN=Cleo\u202Egpj', [], '-sha1'));
    expect([sha1.signatureAlgorithm, sha1.subject.suspect]).toEqual([null, true]);
    ssl.run('genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024', '-out', 'small.pem');
    expect(read(selfSigned('/CN=Small', [], '-key', 'small.pem')).key).toEqual({ fault: 'size' });
  });

  test('whose extensions are not what they must be is refused', () => {
    const made = (type: string, hex: string) =>
      make({ extensions: [extension(type, Uint8Array.from(Buffer.from(hex, 'hex')).buffer)] });
    const [basicConstraints, usage] = ['2.5.29.19', '2.5.29.15'];
    expect(made(basicConstraints, '300a0101ff02050100000000').read.authority).toBe(2 ** 32);
    expect(() => made(basicConstraints, '30060101ff0201ff'), 'a length below nought').toThrow('structure');
    expect(() => made(basicConstraints, '308101000101ff0000'), 'no DER').toThrow('structure');
    expect(() => made(usage, '030205a00500'), 'bytes after the end').toThrow('structure');
    const early = Buffer.from(make({}).der);
    early[early.indexOf('a003020102', 0, 'hex') + 4] = 1;
    expect(readCertificate(early), 'before version 3').toEqual({ fault: 'structure' });
  });

  test.each(['26112112000Z0', '2611211200+00', '261321120000Z', '261131120000Z', '261121240000Z', '9912311200ZZZ'])(
    'that is valid from %s is refused',
    (time) => {
      const made = Buffer.from(make({}).der);
      const at = made.indexOf('261121120000Z');
      made.write('991231235959Z', at, 'latin1');
      expect(read(made).validFrom).toEqual(new Date('1999-12-31T23:59:59Z'));
      made.write(time, at, 'latin1');
      expect(readCertificate(made)).toEqual({ fault: 'structure' });
    },
  );

  test('is valid beyond 2049', () => {
    const validTo = new Date('2051-01-02T03:04:05Z');
    expect(make({ to: validTo }).read).toMatchObject({ validTo });
  });

  test('that is something else is refused by name', () => {
    ssl.run('req', '-new', '-key', 'key.pem', '-subj', '/CN=Cleo', '-outform', 'DER', '-out', 'request.der');
    expect(readCertificate(ssl.get('request.der'))).toEqual({ fault: 'structure' });
    expect(readCertificate(Buffer.from([0x30, 0]))).toEqual({ fault: 'structure' });
    const made = selfSigned('/CN=Cleo');
    expect(readCertificate(made.subarray(0, -1))).toEqual({ fault: 'cut_short' });
    expect(readCertificate(Buffer.concat([made, made]))).toEqual({ fault: 'trailing_bytes' });
  });
});

test('[S-126] it is valid from its first second to the end of its last, and not outside', async () => {
  const root = await makeAuthority(BUILT_IN.root, { common_name: 'Root' });
  const validTo = new Date(NOW.getTime() + 59_000);
  const one = read(
    await issue(
      intend(root.issuer.publicKey, {
        profile: { ...BUILT_IN.client_auth, keyTypes: ['ec_p256'] },
        notAfter: validTo,
        publicKey: (await makeAuthority(BUILT_IN.root, { common_name: 'Other' })).issuer.publicKey,
      }),
      root,
    ),
  );
  const at = (milliseconds: number): boolean => isValidAt(one, new Date(NOW.getTime() + milliseconds));
  expect([at(-1), at(0), at(59_000), at(59_999), at(60_000)]).toEqual([false, true, true, true, false]);
});
