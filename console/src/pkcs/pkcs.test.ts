/** Requests and PKCS #12 files that WebCrypto makes, with OpenSSL as the judge. Browsers: pkcs.browser.test.tsx. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY_TYPES } from '@signet/contract/key-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { integer, octetString, oid, set, unsigned } from './der.ts';
import { certificatesIn, pem } from './pem.ts';
import { isFor, makePkcs12, type Pkcs12Form } from './pkcs12.ts';
import { pkcs12Key } from './pkcs12-key.ts';
import { makeKeyAndRequest, type KeyAndRequest } from './request.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'signet-pkcs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Uint8Array) => writeFileSync(path.join(folder, name), content);
const get = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const run = (...args: string[]): string => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' }).toString();
function ask(...args: string[]): string {
  const { stdout, stderr } = spawnSync('openssl', args, { cwd: folder });
  return `${stdout.toString()}${stderr.toString()}`;
}

const NAME = 'Żółć "O", #1';
const hex = (octets: Uint8Array): string => Buffer.from(octets).toString('hex');

describe('a request', () => {
  test.each(KEY_TYPES.filter((type) => type !== 'rsa_4096' && type !== 'rsa_3072'))(
    'with a key of type %s proves that its key is at hand, and names its holder letter by letter',
    async (type) => {
      const { request } = await makeKeyAndRequest(type, NAME);
      put('request.pem', request.pem);
      expect(ask('req', '-in', 'request.pem', '-noout', '-verify')).toContain('verify OK');
      expect(ask('req', '-in', 'request.pem', '-noout', '-subject', '-nameopt', 'utf8,sep_comma_plus')).toContain(
        String.raw`CN=Żółć \"O\"\, #1`.replaceAll(String.raw`\"`, '"').replace(String.raw`\,`, ','),
      );
    },
  );

  test('[S-208] is of RSA 2048 with SHA-256', async () => {
    const { request } = await makeKeyAndRequest('rsa_2048', 'Cleo');
    put('request.der', request.der);
    const said = ask('req', '-inform', 'DER', '-in', 'request.der', '-noout', '-text');
    expect(said).toContain('Public-Key: (2048 bit)');
    expect(said).toContain('Exponent: 65537');
    expect(said).toContain('Signature Algorithm: sha256WithRSAEncryption');
    expect(request.pem.split('\n').every((line) => line.length <= 64)).toBe(true);
  });

  test('that was altered is not proved any more', async () => {
    const { request } = await makeKeyAndRequest('ec_p256', 'Cleo');
    const at = Buffer.from(request.der).indexOf('Cleo');
    put('request.pem', pem('CERTIFICATE REQUEST', request.der.with(at, 0x58)));
    expect(ask('req', '-in', 'request.pem', '-noout', '-verify')).toMatch(/verify failure/i);
  });
});

describe('a PKCS #12 file', () => {
  // Beyond ASCII, and beyond 16 bits.
  const PASSPHRASE = 'Pässwort 1 🔑';
  let made: KeyAndRequest;
  let chain: ReturnType<typeof certificatesIn>;
  const files: Record<Pkcs12Form, Uint8Array> = { modern: new Uint8Array(), compatible: new Uint8Array() };
  const make = (form: Pkcs12Form) =>
    makePkcs12({ privateKey: made.key.privateKey, chain, name: 'Cleo, "O"', passphrase: PASSPHRASE, form });
  beforeAll(async () => {
    made = await makeKeyAndRequest('ec_p256', 'Cleo');
    put('request.pem', made.request.pem);
    const authority = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem';
    run(...authority.split(' '), '-subj', '/CN=Authority');
    run(...'x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cleo.pem'.split(' '));
    chain = certificatesIn(get('cleo.pem') + get('ca.pem'));
    files.modern = await make('modern');
    files.compatible = await make('compatible');
  }, 30_000);
  const open = (file: Uint8Array, passphrase: string, ...more: string[]): string => {
    put('made.p12', file);
    return ask('pkcs12', '-in', 'made.p12', '-passin', `pass:${passphrase}`, ...more);
  };

  test.each(['modern', 'compatible'] as const)(
    'of the %s form holds the key with its certificate and the authorities, for the passphrase alone',
    (form) => {
      put('opened.pem', open(files[form], PASSPHRASE, '-nodes'));
      expect(run('pkey', '-in', 'opened.pem', '-pubout')).toBe(run('x509', '-in', 'cleo.pem', '-noout', '-pubkey'));
      expect(certificatesIn(get('opened.pem')).map(hex)).toEqual(chain.map(hex));
      expect(get('opened.pem')).toContain('friendlyName: Cleo, "O"\n');
      expect(get('opened.pem').match(/localKeyID/g)).toHaveLength(2);
      expect(open(files[form], 'Passwort 1')).toContain('Mac verify error');
      const altered = Uint8Array.from(files[form]);
      altered.set([(altered.at(-100) ?? 0) ^ 1], altered.length - 100);
      expect(open(altered, PASSPHRASE)).toMatch(/Mac verify error|asn1/i);
    },
  );

  test('of the modern form is of AES-256, PBKDF2 and SHA-256, each key at 150,000 rounds', () => {
    const said = open(files.modern, PASSPHRASE, '-info', '-noout');
    const how = 'PBES2, PBKDF2, AES-256-CBC, Iteration 150000, PRF hmacWithSHA256';
    expect(said).toContain('MAC: sha256, Iteration 150000');
    expect(said).toContain(`Shrouded Keybag: ${how}`);
    expect(said).toContain(`PKCS7 Encrypted data: ${how}`);
  });

  test('of the compatible form is of Triple-DES and SHA-1', () => {
    const said = open(files.compatible, PASSPHRASE, '-info', '-noout', '-legacy');
    expect(said).toContain('MAC: sha1, Iteration 50000');
    expect(said.match(/pbeWithSHA1And3-KeyTripleDES-CBC, Iteration 50000/g)).toHaveLength(2);
  });

  test('has nothing of the key in the clear, in neither form', async () => {
    const secret = new Uint8Array(await crypto.subtle.exportKey('pkcs8', made.key.privateKey)).slice(40, 60);
    for (const file of Object.values(files)) expect(hex(file)).not.toContain(hex(secret));
  });

  test('is never the same twice, though key and passphrase are', async () => {
    expect(hex(await make('compatible')).slice(-500, -200)).not.toBe(hex(files.compatible).slice(-500, -200));
  }, 30_000);

  test('a certificate is told from one for another key', async () => {
    const spki = new Uint8Array(await crypto.subtle.exportKey('spki', made.key.publicKey));
    expect(chain.map((certificate) => isFor(certificate, spki))).toEqual([true, false]);
  });
});

test('a key of a passphrase is that of the standard, over several blocks too', async () => {
  const known = { passphrase: 'smeg', salt: Buffer.from('0a58cf64530d823f', 'hex'), rounds: 1, hash: 'SHA-1' } as const;
  // The example that OpenSSL and Bouncy Castle test with.
  expect(hex(await pkcs12Key({ ...known, purpose: 'encryption', length: 24 }))).toBe(
    '8aaae6297b6cb04642ab5b077851284eb7128f1a2a7fbca3',
  );
  expect(hex(await pkcs12Key({ ...known, purpose: 'iv', length: 8 }))).toBe('79993dfe048d3b76');
});

test('numbers and object identifiers are written as DER has them', () => {
  expect([0, 127, 128, 255, 256, 2_147_483_648].map((one) => hex(integer(one)))).toEqual([
    '020100',
    '02017f',
    '02020080',
    '020200ff',
    '02020100',
    '02050080000000',
  ]);
  expect(hex(unsigned(Uint8Array.of(0, 0, 0x80)))).toBe('02020080');
  expect(hex(oid('1.2.840.113549.1.12.10.1.2'))).toBe('060b2a864886f70d010c0a0102');
  expect(hex(oid('2.16.840.1.101.3.4.2.1'))).toBe('0609608648016503040201');
  const [short, low, high] = [[9], [1, 2], [1, 3]].map((octets) => octetString(Uint8Array.from(octets)));
  expect(short && low && high && hex(set(high, low, short))).toBe('310b0401090402010204020103');
});
