/** What the module signs, as OpenSSL sees it. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lint, newSerial, NotIssuable, record, sign } from './certificate.ts';
import { readList, REVOCATION_REASONS, signList, whyNotPublish, type ListContent, type ReadList } from './crl.ts';
import { isAbout, readStatusRequest, refuseStatus, signStatus } from './ocsp.ts';
import { BUILT_IN } from './profile.ts';
import { KEY_TYPES } from '@signet/contract/key-types';
import { newPrivateKey, openSigner, type Signer } from './signer.ts';
import { daysOn, intend, issue, makeAuthority, NOW, type Authority } from './testing/authority.ts';
import { openSsl, pem } from './testing/openssl.ts';

const ssl = openSsl();
afterAll(() => rmSync(ssl.folder, { recursive: true }));
const AT = `-attime ${NOW.getTime() / 1000}`;
const MINUTE = 60_000;

let root: Authority;
let issuing: Authority;
let holder: Signer;
beforeAll(async () => {
  root = await makeAuthority(BUILT_IN.root, { common_name: 'Signet Root', organization: 'Signet' });
  issuing = await makeAuthority(
    BUILT_IN.issuing,
    { common_name: 'Signet Issuing 1', organization: 'Signet' },
    { by: root },
  );
  holder = openSigner(await newPrivateKey('rsa_2048'));
  ssl.put('root.pem', pem('CERTIFICATE', root.certificate));
  ssl.put('issuing.pem', pem('CERTIFICATE', issuing.certificate));
});

const list = (of: Authority, more: Partial<ListContent> = {}): Promise<Uint8Array> =>
  signList({ number: 1, thisUpdate: NOW, nextUpdate: daysOn(7), revocations: [], ...more }, of.issuer, of.signer);

/** Whether OpenSSL takes a certificate for a client, with the lists of both authorities. */
async function verify(certificate: Uint8Array, revoked: ListContent['revocations'] = []) {
  ssl.put('leaf.pem', pem('CERTIFICATE', certificate));
  ssl.put('root.crl', pem('X509 CRL', await list(root)));
  ssl.put('issuing.crl', pem('X509 CRL', await list(issuing, { revocations: revoked })));
  const how = `-x509_strict -crl_check_all -purpose sslclient ${AT} -CRLfile root.crl -CRLfile issuing.crl`;
  return ssl.ask(...`verify ${how} -CAfile root.pem -untrusted issuing.pem leaf.pem`.split(' '));
}

describe('OpenSSL agrees', () => {
  test.each(KEY_TYPES.filter((type) => type !== 'rsa_4096' && type !== 'rsa_3072'))(
    'with a chain whose authority and holder have keys of %s',
    async (keyType) => {
      const other = await makeAuthority(BUILT_IN.issuing, { common_name: `By ${keyType}` }, { keyType, by: root });
      const key = openSigner(await newPrivateKey(keyType));
      ssl.put('other.pem', pem('CERTIFICATE', other.certificate));
      ssl.put('leaf.pem', pem('CERTIFICATE', await issue(intend(key.publicKey), other)));
      expect(
        ssl.ask(...`verify -x509_strict ${AT} -CAfile root.pem -untrusted other.pem leaf.pem`.split(' ')),
      ).toMatchObject({ agrees: true });
    },
  );

  test('with a certificate for clients, letter by letter, and with its lists', async () => {
    const common_name = 'O’Brien, "Anna" #1 +=<>;\\ 東京';
    const certificate = await issue(
      intend(holder.publicKey, { subject: { common_name, country: 'IE' }, names: { emails: ['anna@orsini.example'] } }),
      issuing,
    );
    expect(await verify(certificate)).toMatchObject({ agrees: true });
    const text = ssl
      .run('x509', '-in', 'leaf.pem', '-noout', '-text', '-nameopt', 'utf8,sep_multiline,sname')
      .toString();
    expect(text).toContain(`CN=${common_name}`);
    expect(text).toContain('email:anna@orsini.example');
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(text).toMatch(/Extended Key Usage: \s+TLS Web Client Authentication\n/);
    expect(text).toContain('URI:http://pki.signet.example/issuing.crl');
    expect(text).toContain('OCSP - URI:http://pki.signet.example/ocsp');
  });

  test.each(REVOCATION_REASONS)('that one revoked for %s is revoked, and its neighbour not', async (reason) => {
    const serial = newSerial();
    const certificate = await issue(intend(holder.publicKey, { serial }), issuing);
    const neighbour = await issue(intend(holder.publicKey), issuing);
    const revocations = [
      { serial: newSerial(), at: NOW, reason },
      { serial, at: NOW, reason },
    ];
    const answer = await verify(certificate, revocations);
    expect(answer.says).toContain('certificate revoked');
    expect(await verify(neighbour, revocations)).toMatchObject({ agrees: true });
    const text = ssl.run('crl', '-in', 'issuing.crl', '-noout', '-text').toString();
    expect(text).toMatch(/X509v3 CRL Number: \s+1\n/);
    expect(/Reason Code/.test(text)).toBe(reason !== 'unspecified');
  });

  test('that a certificate ends: after its last second, after 2049 as well', async () => {
    const last = new Date('2051-01-01T00:00:00Z');
    const ages = { ...BUILT_IN.root, days: 20_000 };
    const old = await makeAuthority(ages, { common_name: 'Ages' });
    const issuer = { ...old.issuer, notAfter: last };
    const profile = { ...BUILT_IN.client_auth, days: 20_000 };
    ssl.put(
      'old.pem',
      pem('CERTIFICATE', await issue(intend(holder.publicKey, { profile, notAfter: last }), { ...old, issuer })),
    );
    expect(ssl.run('x509', '-in', 'old.pem', '-noout', '-enddate').toString()).toContain('Jan  1 00:00:00 2051 GMT');
    expect(ssl.run('asn1parse', '-in', 'old.pem').toString()).toMatch(/GENERALIZEDTIME +:20510101000000Z/);
  });
});

describe('nothing is signed', () => {
  test.each([
    ['validity_of_profile', { notAfter: daysOn(398) }],
    ['validity_of_profile', { notAfter: new Date(NOW.getTime() - 1000) }],
    ['within_its_issuer', { profile: { ...BUILT_IN.client_auth, days: 9_000 }, notAfter: daysOn(3_001) }],
    ['serial', { serial: Buffer.from([1, 2, 3]) }],
    ['serial', { serial: Buffer.alloc(16) }],
    ['somebody_is_named', { subject: {} }],
    ['subject_components', { subject: { common_name: 'x'.repeat(65) } }],
    ['subject_components', { subject: { common_name: 'Cleo\u0000.example' } }],
    ['subject_components', { subject: { common_name: 'Cleo\u202Eexe' } }],
    ['subject_components', { subject: { common_name: 'Cleo', country: 'de' } }],
    ['subject_components', { subject: { common_name: 'Cleo', email: 'cléo@nordmark.example' } }],
    ['alternative_names', { names: { hosts: ['not a host'] } }],
    ['alternative_names', { names: { hosts: ['10.0.0.7'] } }],
    ['alternative_names', { names: { hosts: ['*.example'] } }],
    ['alternative_names', { names: { hosts: ['mail.*.nordmark.example'] } }],
    ['alternative_names', { names: { emails: ['no address'] } }],
    ['alternative_names', { names: { principalNames: ['nobody'] } }],
    ['alternative_names', { names: { principalNames: ['cleo@nordmark\u202Eexe.example'] } }],
    [
      'only_authorities_sign_certificates',
      { profile: { ...BUILT_IN.client_auth, keyUsage: ['keyCertSign'] as const } },
    ],
    ['key_of_profile', { profile: { ...BUILT_IN.client_auth, keyTypes: ['ec_p256'] as const } }],
  ])('against %s', async (rule, more) => {
    const refused = await lint(intend(holder.publicKey, more), issuing.issuer).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NotIssuable);
    expect(String(refused)).toContain(rule);
  });

  test('that OpenSSL could not check by http, or whose authority has no address', async () => {
    const addresses = {
      crl: 'https://pki.example/a.crl',
      ocsp: 'http://pki.example/o',
      issuer: 'http://pki.example/i',
    };
    for (const one of [addresses, null])
      await expect(lint(intend(holder.publicKey), { ...issuing.issuer, addresses: one })).rejects.toThrow(
        'can_be_checked',
      );
  });

  test('whose intention could not be written down, by another key, or twice', async () => {
    const linted = await lint(intend(holder.publicKey), issuing.issuer);
    await expect(record(linted, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
    const recorded = await record(linted, async () => {});
    await expect(sign(recorded, root.signer)).rejects.toThrow('not that of the issuer');
    await sign(recorded, issuing.signer);
    await expect(sign(recorded, issuing.signer)).rejects.toThrow('signed before');
  });

  test('by a token that signs badly', async () => {
    const recorded = await record(await lint(intend(holder.publicKey), issuing.issuer), async () => {});
    const broken = { ...issuing.signer, sign: (data: Uint8Array) => holder.sign(data) };
    await expect(sign(recorded, broken)).rejects.toThrow('The signature does not hold');
  });
});

test('serials are 128 random bits, and stay what they are whatever bit comes first', async () => {
  for (const serial of [Buffer.alloc(16, 0xff), Buffer.from(`00${'7f'.repeat(15)}`, 'hex'), newSerial()]) {
    ssl.put('leaf.pem', pem('CERTIFICATE', await issue(intend(holder.publicKey, { serial }), issuing)));
    const said = ssl.run('x509', '-in', 'leaf.pem', '-noout', '-serial').toString().trim();
    expect(BigInt(`0x${said.replace('serial=', '')}`)).toBe(BigInt(`0x${serial.toString('hex')}`));
  }
});

test('a list takes the place of another only if it is newer, and the authority’s own', async () => {
  const first = readList(await list(issuing, { number: 5 }), issuing.issuer);
  const later = new Date(NOW.getTime() + MINUTE);
  const second = readList(await list(issuing, { number: 6, thisUpdate: later }), issuing.issuer);
  const why = (next: ReadList | null, published: ReadList | null, now = later) => whyNotPublish(next, published, now);
  expect([why(first, null), why(second, first)]).toEqual([null, null]);
  expect(why(first, second)).toBe('Its number has not grown.');
  expect(why(first, first)).toBe('Its number has not grown.');
  expect(why(readList(await list(root), issuing.issuer), null)).toBe('The list is not signed by its authority.');
  const third = readList(await list(issuing, { number: 7 }), issuing.issuer);
  expect(why(third, second)).toBe('It is older than the one that is published.');
  // The clock was ahead when the second was signed, and is not now.
  expect(why(third, second, NOW)).toBeNull();
});

test('a list holds as many certificates as an authority revokes in its life', async () => {
  const revoked = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      serial: Buffer.from(`40${at.toString(16).padStart(30, '0')}`, 'hex'),
      at: NOW,
      reason: 'superseded' as const,
    }));
  const many = await list(issuing, { revocations: revoked(200_000) });
  expect(readList(many, issuing.issuer)?.serials).toHaveLength(200_000);
  const der = await list(issuing, { revocations: revoked(5000) });
  ssl.put('many.crl', pem('X509 CRL', der));
  expect(
    ssl
      .run('crl', '-in', 'many.crl', '-noout', '-text')
      .toString()
      .match(/Superseded/g),
  ).toHaveLength(5000);
});

test.each([128, 1_792_000_000, 2_147_483_648, 5_000_000_000])(
  'a list is numbered %i, for OpenSSL as for us, and the next one is newer',
  async (number) => {
    const der = await list(issuing, { number });
    ssl.put('numbered.pem', pem('X509 CRL', der));
    const said = ssl.run('crl', '-in', 'numbered.pem', '-noout', '-crlnumber').toString().trim();
    expect(BigInt(said.replace('crlNumber=', ''))).toBe(BigInt(number));
    const [read, next] = [
      readList(der, issuing.issuer),
      readList(await list(issuing, { number: number + 1 }), issuing.issuer),
    ];
    expect(read?.number).toBe(number);
    expect(whyNotPublish(next, read, NOW)).toBeNull();
  },
);

describe('OCSP', () => {
  const ask = (...more: string[]): Buffer => {
    ssl.run('ocsp', '-issuer', 'issuing.pem', ...more, '-reqout', 'request.der');
    return ssl.get('request.der');
  };

  test.each(['good', 'revoked', 'unknown'] as const)(
    'OpenSSL hears that a certificate is %s, by the delegated key',
    async (status) => {
      ssl.put('leaf.pem', pem('CERTIFICATE', await issue(intend(holder.publicKey), issuing)));
      const signer = openSigner(await newPrivateKey('ec_p256'));
      const certificate = await issue(
        intend(signer.publicKey, {
          profile: BUILT_IN.ocsp_signer,
          subject: { common_name: 'Answers' },
          notAfter: daysOn(20),
        }),
        issuing,
      );
      const request = readStatusRequest(ask('-cert', 'leaf.pem'));
      if (!request) throw new Error('The request could not be read.');
      expect(request.questions.map((one) => [isAbout(one, issuing.issuer), isAbout(one, root.issuer)])).toEqual([
        [true, false],
      ]);
      const known =
        status === 'revoked'
          ? { status, at: new Date(NOW.getTime() + 345), reason: 'keyCompromise' as const }
          : ({ status } as const);
      const now = new Date();
      const answer = await signStatus(
        request,
        [known],
        { thisUpdate: now, nextUpdate: new Date(now.getTime() + 60 * MINUTE) },
        { signer, certificate },
      );
      // RFC 5280, 4.1.2.5.2: no parts of a second, which OpenSSL would forgive.
      expect(Buffer.from(answer).toString('latin1')).not.toMatch(/\d{14}\.\d+Z/);
      ssl.put('answer.der', answer);
      ssl.put('chain.pem', pem('CERTIFICATE', root.certificate) + pem('CERTIFICATE', issuing.certificate));
      const files = '-respin answer.der -reqin request.der -issuer issuing.pem -CAfile chain.pem';
      const heard = ssl.ask(...`ocsp ${files} -resp_text ${AT}`.split(' '));
      expect(heard.says).toContain('Response verify OK');
      expect(heard.says).not.toMatch(/WARNING|Nonce Verify/);
      expect(heard.says).toContain(`Cert Status: ${status}`);
      expect(heard.says.includes('Revocation Reason: keyCompromise')).toBe(status === 'revoked');
    },
  );

  test('what is no request, or asks too much, is no request; refusals are read as such', () => {
    const good = ask('-serial', '1');
    expect(readStatusRequest(good)).not.toBeNull();
    for (const bad of [
      Buffer.alloc(0),
      good.subarray(1),
      Buffer.concat([good, Buffer.from([0])]),
      Buffer.alloc(9000, 0x30),
    ])
      expect(readStatusRequest(bad)).toBeNull();
    expect(
      readStatusRequest(ask(...Array.from({ length: 11 }, (_, at) => ['-serial', String(at + 1)]).flat())),
    ).toBeNull();
    ssl.put('refused.der', refuseStatus('unauthorized'));
    expect(ssl.ask('ocsp', '-respin', 'refused.der').says).toContain('unauthorized');
  });
});
