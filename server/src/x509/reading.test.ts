/** What is read from outside: taken whole, or refused by name, and soon. */
import { checkPrimeSync, createPublicKey, generatePrimeSync, randomInt, sign } from 'node:crypto';
import { rmSync } from 'node:fs';
import { CertificationRequest } from '@peculiar/asn1-csr';
import { AsnConvert } from '@peculiar/asn1-schema';
import { afterAll, describe, expect, test } from 'vitest';
import { whyNotDer } from './der.ts';
import { readFile } from './file.ts';
import { readPublicKey } from './public-key.ts';
import { readRequest } from './request.ts';
import { openSsl, pem } from './testing/openssl.ts';

const ssl = openSsl();
afterAll(() => rmSync(ssl.folder, { recursive: true }));

/** A request that OpenSSL makes, DER. */
function request(key: readonly string[], subject = '/C=DE/O=Nordmark Landesbank/CN=Cleo', ...more: string[]): Buffer {
  ssl.run('genpkey', ...key, '-out', 'key.pem');
  ssl.run(
    'req',
    '-new',
    '-key',
    'key.pem',
    '-utf8',
    '-subj',
    subject,
    '-outform',
    'DER',
    '-out',
    'request.der',
    ...more,
  );
  return ssl.get('request.der');
}
const RSA = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];
const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const good = request(EC);

/** The same request for the same key, whose algorithm has no parameters. */
function withoutNull(der: Buffer, privateKey: Buffer): Buffer {
  const made = AsnConvert.parse(der, CertificationRequest);
  delete made.certificationRequestInfo.subjectPKInfo.algorithm.parameters;
  const signed = Buffer.from(AsnConvert.serialize(made.certificationRequestInfo));
  const signature = sign('sha256', signed, privateKey);
  made.signature = new Uint8Array(signature).buffer;
  return Buffer.from(AsnConvert.serialize(made));
}

describe('a request', () => {
  test.each([
    ['rsa_2048', RSA, []],
    ['rsa_3072', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072'], ['-sha384']],
    ['ec_p256', EC, ['-sha512']],
    ['ec_p384', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'], []],
    ['ec_p256', EC, ['-addext', 'subjectAltName=DNS:nordmark.example']],
  ] as const)('of %s is read with its name', (keyType, key, more) => {
    const read = readRequest(request(key, '/C=DE/O=Nordmark, "Bank" \\+ Söhne #1/CN=Cleo', ...more));
    expect(read).toMatchObject({
      keyType,
      subject: {
        components: { country: 'DE', organization: 'Nordmark, "Bank" + Söhne #1', common_name: 'Cleo' },
        text: String.raw`CN=Cleo,O=Nordmark\, \"Bank\" \+ Söhne #1,C=DE`,
        suspect: false,
      },
    });
  });

  test.each([
    ['1024 bits', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'], { key: 'size' }],
    ['2056 bits', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2056'], { key: 'size' }],
    ['exponent 3', [...RSA, '-pkeyopt', 'rsa_keygen_pubexp:3'], { key: 'exponent' }],
    ['another curve', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'], { key: 'kind' }],
    ['P-521', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'], { key: 'kind' }],
    ['Ed25519', ['-algorithm', 'ED25519'], { key: 'kind' }],
    ['RSASSA-PSS alone', ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'], { key: 'kind' }],
  ])('by a key of %s is refused', (_name, key, fault) => {
    expect(readRequest(request(key))).toEqual({ fault });
  });

  test.each([
    ['a compressed point', ['-conv_form', 'compressed']],
    ['a point that is both', ['-conv_form', 'hybrid']],
    ['a curve in numbers', ['-param_enc', 'explicit']],
  ])('is of its key in the usual form alone, not with %s', (_name, form) => {
    ssl.run('genpkey', ...EC, '-out', 'usual.pem');
    ssl.run('ec', '-in', 'usual.pem', ...form, '-out', 'other.pem');
    const by = (key: string) => {
      ssl.run('req', '-new', '-key', key, '-subj', '/CN=Cleo', '-outform', 'DER', '-out', 'request.der');
      return readRequest(ssl.get('request.der'));
    };
    expect(by('usual.pem')).toMatchObject({ keyType: 'ec_p256' });
    expect(by('other.pem')).toEqual({ fault: { key: 'form' } });
  });

  test('of an RSA key says NULL where its algorithm has no parameters', () => {
    const plain = request(RSA);
    const bare = withoutNull(plain, ssl.get('key.pem'));
    expect(readRequest(plain)).toMatchObject({ keyType: 'rsa_2048' });
    expect(readRequest(bare)).toEqual({ fault: { key: 'form' } });
  });

  test('by SHA-1, or with padding of another kind, is refused', () => {
    expect(readRequest(request(RSA, '/CN=Cleo', '-sha1'))).toEqual({ fault: 'algorithm' });
    expect(readRequest(request(RSA, '/CN=Cleo', '-sigopt', 'rsa_padding_mode:pss'))).toEqual({ fault: 'algorithm' });
  });

  test('with a signature that does not hold is refused: altered, or by another key', () => {
    const altered = Buffer.from(good);
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
    expect(readRequest(altered)).toEqual({ fault: 'signature' });
    const renamed = Buffer.from(good.toString('latin1').replace('Cleo', 'Carl'), 'latin1');
    expect(readRequest(renamed)).toEqual({ fault: 'signature' });
  });

  test('that is something else is refused: a certificate, a key, nothing', () => {
    ssl.run('req', '-x509', '-key', 'key.pem', '-subj', '/CN=Cleo', '-outform', 'DER', '-out', 'cert.der');
    expect(readRequest(ssl.get('cert.der'))).toEqual({ fault: 'structure' });
    expect(readRequest(Buffer.alloc(0))).toEqual({ fault: 'cut_short' });
    expect(readRequest(Buffer.from([0x30, 0]))).toEqual({ fault: 'structure' });
  });

  test.each([
    ['a mark of direction', '/CN=Cleo\u202Egpj.exe', true],
    ['a name of 64 letters, each of two units', `/CN=${'𝒜'.repeat(64)}`, false],
    ['letters of every script', '/CN=クレオ Клео כלאו', false],
  ])('with %s in its name is read, and said to be suspect where it is', (_name, subject, suspect) => {
    expect(readRequest(request(EC, subject))).toMatchObject({ subject: { suspect } });
  });

  test.each(['TeletexString', 'BMPString'])('with a %s in its name is suspect', (kind) => {
    const config = `[req]\ndistinguished_name=dn\nstring_mask=MASK:${kind === 'BMPString' ? '0x800' : '0x4'}\n[dn]\n`;
    ssl.put('old.cnf', config);
    const read = readRequest(request(EC, '/CN=Cleo', '-config', 'old.cnf'));
    expect(read).toMatchObject({ subject: { suspect: true, components: { common_name: 'Cleo' } } });
  });
});

describe('a public key that anybody could break', () => {
  /** A SubjectPublicKeyInfo with this modulus. */
  const withModulus = (modulus: bigint): Buffer => {
    const n = Buffer.from(modulus.toString(16).padStart(512, '0'), 'hex').toString('base64url');
    return createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' }).export({
      format: 'der',
      type: 'spki',
    });
  };

  test('by a small factor, or an even modulus', () => {
    const half = 3n << 2046n;
    const least = half + (751n - (half % 751n));
    expect(readPublicKey(withModulus(least % 2n === 0n ? least + 751n : least))).toEqual({ fault: 'small_factor' });
    expect(readPublicKey(withModulus(half))).toEqual({ fault: 'even_modulus' });
  });

  test('by primes close to each other', () => {
    const p = generatePrimeSync(1024, { bigint: true });
    let q = p + 2n;
    while (!checkPrimeSync(q)) q += 2n;
    expect(readPublicKey(withModulus(p * q))).toEqual({ fault: 'close_primes' });
  });

  test('by the fingerprint of a library that made bad keys', () => {
    const primes = [11n, 13n, 17n, 19n, 37n, 53n, 61n, 71n, 73n, 79n, 97n, 103n, 107n, 109n, 127n, 151n, 157n];
    const product = primes.reduce((a, b) => a * b, 1n);
    let power = 1n;
    for (let step = randomInt(1000); step > 0; step -= 1) power = (power * 65_537n) % product;
    const base = 3n << 2046n;
    const marked = (at: bigint): bigint => base - (base % product) + power + product * at;
    // Some have a small factor, or are even, which is found first.
    const found = Array.from({ length: 100 }, (_, at) => readPublicKey(withModulus(marked(BigInt(at)))));
    expect(found.filter((one) => !('fault' in one))).toEqual([]);
    expect(found).toContainEqual({ fault: 'roca' });
  });
});

describe('a file', () => {
  const block = pem('CERTIFICATE REQUEST', good);

  test('is read in DER and PEM, with text around it, Windows’ line ends and the older label', () => {
    for (const file of [
      good,
      Buffer.from(block),
      Buffer.from(`Certificate Request:\n  Data:\n${block}\nSent by mail.`),
      Buffer.from(block.replaceAll('\n', '\r\n')),
      Buffer.from(block.replaceAll('CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST')),
    ])
      expect(readFile('request', file)).toEqual({ blocks: [Buffer.from(good)] });
    expect(readFile('request', Buffer.from(block + block))).toMatchObject({ blocks: [{}, {}] });
  });

  test.each([
    ['empty', Buffer.alloc(0)],
    ['too_large', Buffer.alloc(4 * 1024 * 1024 + 1, 0x30)],
    ['label', Buffer.from(pem('CERTIFICATE', good))],
    ['base64', Buffer.from(block.replace('MI', 'M*'))],
    ['base64', Buffer.from(block.replace('MI', 'M'))],
    ['cut_short', Buffer.from(block.slice(0, -30))],
    ['cut_short', good.subarray(0, -1)],
    ['trailing_bytes', Buffer.concat([good, Buffer.from([0])])],
    ['trailing_bytes', Buffer.from(pem('CERTIFICATE REQUEST', Buffer.concat([good, good])))],
    ['too_many', Buffer.from(block.repeat(21))],
    ['format', Buffer.from('Dear administrator, my certificate is attached.')],
  ])('is refused for %s', (fault, file) => {
    expect(readFile('request', file)).toEqual({ fault });
  });

  test.each([
    ['PKCS #8', ['pkcs8', '-topk8', '-nocrypt', '-in', 'key.pem', '-out', 'out']],
    ['PKCS #8 in DER', ['pkcs8', '-topk8', '-nocrypt', '-in', 'key.pem', '-outform', 'DER', '-out', 'out']],
    ['PKCS #8 under a password', ['pkcs8', '-topk8', '-passout', 'pass:secret', '-in', 'key.pem', '-out', 'out']],
    ['SEC 1', ['ec', '-in', 'key.pem', '-out', 'out']],
    ['SEC 1 in DER', ['ec', '-in', 'key.pem', '-outform', 'DER', '-out', 'out']],
    ['PKCS #12', ['pkcs12', '-export', '-nocerts', '-inkey', 'key.pem', '-passout', 'pass:secret', '-out', 'out']],
  ])('with a private key in it is refused as that: %s', (_name, command) => {
    request(EC);
    ssl.run(...command);
    expect(readFile('request', ssl.get('out'))).toEqual({ fault: 'private_key' });
    expect(readFile('request', Buffer.concat([Buffer.from(block), ssl.get('key.pem')]))).toEqual({
      fault: 'private_key',
    });
  });
});

describe('DER', () => {
  const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

  test.each([
    ['30 00', null],
    ['30 03 02 01 00', null],
    ['02 02 00 80', null],
    ['02 02 ff 7f', null],
    ['06 03 2a 86 48', null],
    ['a0 03 02 01 00', null],
    ['30 06 30 00 30 02 05 00', null],
    ['', 'cut_short'],
    ['30', 'cut_short'],
    ['30 05 02 01 00', 'cut_short'],
    ['30 03 02 02 00', 'cut_short'],
    ['30 00 00', 'trailing_bytes'],
    ['30 80 02 01 00 00 00', 'indefinite_length'],
    ['30 81 03 02 01 00', 'not_der'],
    ['30 82 00 80', 'not_der'],
    ['24 03 04 01 00', 'not_der'],
    ['10 00', 'not_der'],
    ['00 00', 'not_der'],
    ['1f 81 00 00', 'not_der'],
    ['01 01 01', 'not_der'],
    ['02 00', 'not_der'],
    ['02 02 00 7f', 'not_der'],
    ['02 02 ff 80', 'not_der'],
    ['03 00', 'not_der'],
    ['03 01 01', 'not_der'],
    ['03 02 01 01', 'not_der'],
    ['05 01 00', 'not_der'],
    ['06 00', 'not_der'],
    ['06 02 2a 80', 'not_der'],
    ['06 02 80 01', 'not_der'],
    ['30 85 01 00 00 00 00', 'size'],
  ])('%s: %s', (hex, fault) => {
    expect(whyNotDer(bytes(hex))).toBe(fault);
  });

  test('nested without end, or in a hundred thousand parts, is refused for its size', () => {
    let nested = Buffer.from([0x30, 0]);
    for (let depth = 0; depth < 40; depth += 1) nested = Buffer.from([0x30, nested.length, ...nested]);
    expect(whyNotDer(nested)).toBe('size');
    const parts = Buffer.alloc(300_000, Buffer.from([5, 0]));
    expect(whyNotDer(Buffer.concat([bytes('30 83 04 93 e0'), parts]))).toBe('size');
  });

  test('one octet altered, left out or put in anywhere: refused by name', () => {
    const taken: Buffer[] = [];
    for (let at = 0; at < good.length; at += 1) {
      const [before, after] = [good.subarray(0, at), good.subarray(at + 1)];
      const other = Buffer.from([((good[at] ?? 0) + randomInt(1, 256)) % 256]);
      for (const one of [
        [before, other, after],
        [before, after],
        [before, other, good.subarray(at)],
      ].map((parts) => Buffer.concat(parts)))
        if (!('fault' in readRequest(one))) taken.push(one);
    }
    expect(taken).toEqual([]);
  });
});
