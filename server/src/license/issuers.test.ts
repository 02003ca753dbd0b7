import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { EVALUATION_KEY } from './evaluation-key.ts';
import { issueByArguments } from './issue-by-arguments.ts';
import { issuersOf } from './issuers.ts';
import { readLicense } from './license.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'signet-issuers-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** A file with a text, or with JSON. */
function fileOf(content: unknown): string {
  const file = join(folder, `file-${(files += 1)}`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const ed25519 = (kid?: string) => ({
  ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
  ...(kid ? { kid } : {}),
});
const { d: _private, ...evaluationPublic } = EVALUATION_KEY;

describe("LICENSE_ISSUERS that can't be used stops the start with one sentence", () => {
  test.each<[why: string, file: () => string]>([
    ['a file that is not there', () => join(folder, 'nowhere.json')],
    ['a directory', () => folder],
    ['no JSON', () => fileOf('keys')],
    ['no key set', () => fileOf([ed25519('a')])],
    ['a key without an id', () => fileOf({ keys: [ed25519()] })],
    [
      'a key of another kind',
      () =>
        fileOf({
          keys: [
            { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }), kid: 'a' },
          ],
        }),
    ],
    ['a key that is too short', () => fileOf({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'a', x: 'AAAA' }] })],
    [
      'a private key',
      () => fileOf({ keys: [{ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'a' }] }),
    ],
    ['an id twice', () => fileOf({ keys: [ed25519('a'), ed25519('a')] })],
    ['a foreign key under the name of the evaluation key', () => fileOf({ keys: [ed25519(EVALUATION_KEY.kid)] })],
  ])('%s', (_why, file) => {
    expect(() => issuersOf(file())).toThrow(ConfigError);
    expect(() => issuersOf(file())).toThrow(/^LICENSE_ISSUERS .+\.$/);
  });
});

test('the evaluation key stays an evaluation key under another name', () => {
  const issuers = issuersOf(fileOf({ keys: [{ ...evaluationPublic, kid: 'honest' }, ed25519('ours')] }));
  expect([...issuers].map(([kid, { evaluation }]) => [kid, evaluation])).toEqual([
    ['signet-evaluation', true],
    ['honest', true],
    ['ours', false],
  ]);
});

describe('license:issue', () => {
  const privateFile = join(folder, 'private.jwk');
  const terms = ['--holder', 'Nordmark Landesbank', '--edition', 'Enterprise', '--until', '2027-12-31'];

  test('makes an issuer whose licenses the platform takes once it has the public half', async () => {
    const publicSet = await issueByArguments(['--new-key', privateFile], NOW);
    expect(publicSet).not.toContain('"d"');
    const text = await issueByArguments(
      [
        '--key',
        privateFile,
        ...terms,
        '--from',
        '2026-11-01',
        '--issuer',
        'Umbra',
        '--app',
        'ca_manager:certificates=500',
        '--app',
        'ca_manager:certificate_units=-1@v2',
        '--app',
        'device_manager:devices=0@v1',
      ],
      NOW,
    );
    expect((await readLicense(text, issuersOf(undefined), NOW)).refused?.status).toBe('LICENSE_UNKNOWN_ISSUER');
    const { license, refused } = await readLicense(text, issuersOf(fileOf(publicSet)), NOW);
    expect(refused).toBeNull();
    expect(license).toEqual({
      issuer: 'Umbra',
      holder: 'Nordmark Landesbank',
      edition: 'Enterprise',
      evaluation: false,
      validFrom: new Date('2026-11-01T00:00:00Z'),
      validUntil: new Date('2028-01-01T00:00:00Z'),
      applications: [
        {
          app_code: 'ca_manager',
          features: [
            { name: 'certificates', generation: 'v1', quantity: 500 },
            { name: 'certificate_units', generation: 'v2', quantity: -1 },
          ],
        },
        { app_code: 'device_manager', features: [{ name: 'devices', generation: 'v1', quantity: 0 }] },
      ],
    });
  });

  test('runs as a command: the text alone on standard output, a mistake on standard error', () => {
    const command = (...args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, '../../../tools/run.mjs'), 'license:issue', ...args], {
        encoding: 'utf8',
      });
    expect(command('--key', privateFile, ...terms)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]{86}\n$/),
    });
    expect(command('--key', privateFile)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('--key, --holder, --edition and --until are needed.'),
    });
  });

  test('never writes over a key', async () => {
    await expect(issueByArguments(['--new-key', privateFile], NOW)).rejects.toThrow(/EEXIST/);
  });

  test('without applications licenses all of them without limit, from today on, also by a PEM key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const text = await issueByArguments(
      ['--key', fileOf(privateKey.export({ format: 'pem', type: 'pkcs8' })), ...terms],
      NOW,
    );
    const kid: string = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()).kid;
    const { license } = await readLicense(text, new Map([[kid, { key: publicKey, evaluation: false }]]), NOW);
    expect(license?.issuer).toBe(kid);
    expect(license?.validFrom).toEqual(new Date('2026-11-21T00:00:00Z'));
    expect(license?.applications).toHaveLength(8);
    expect(new Set(license?.applications.flatMap(({ features }) => features.map(({ quantity }) => quantity)))).toEqual(
      new Set([-1]),
    );
  });

  test.each<[why: string, args: string[], says: RegExp]>([
    ['no arguments', [], /--key, --holder/],
    ['a blank holder', ['--key', 'k', '--holder', ' ', '--edition', 'E', '--until', '2027-01-01'], /--key, --holder/],
    ['no last day', ['--key', privateFile, '--holder', 'N', '--edition', 'E'], /--until must be a day/],
    ['31 February', ['--key', privateFile, ...terms, '--from', '2027-02-31'], /--from must be a day/],
    [
      'an end before the beginning',
      ['--key', privateFile, ...terms, '--from', '2028-01-01'],
      /--until must not lie before/,
    ],
    ['an unknown application', ['--key', privateFile, ...terms, '--app', 'coffee:cups=1'], /names no application/],
    [
      'a quantity in words',
      ['--key', privateFile, ...terms, '--app', 'ca_manager:certificates=many'],
      /must be written/,
    ],
    [
      'a third generation',
      ['--key', privateFile, ...terms, '--app', 'ca_manager:certificates=1@v3'],
      /must be written/,
    ],
    [
      'a feature twice',
      ['--key', privateFile, ...terms, '--app', 'ca_manager:c=1', '--app', 'ca_manager:c=2'],
      /twice/,
    ],
    ['an unknown option', ['--licence'], /licence/],
    [
      'a key file of another kind',
      [
        '--key',
        fileOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' })),
        ...terms,
      ],
      /another kind/,
    ],
    ['a file that holds no key', ['--key', fileOf('secret'), ...terms], /neither/],
  ])('says what is wrong with %s', async (_why, args, says) => {
    await expect(issueByArguments(args, NOW)).rejects.toThrow(says);
  });
});
