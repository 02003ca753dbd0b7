/** parseFile as a page calls it, with files that OpenSSL has made. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAssistant, type RunningAssistant } from '../testing/assistant.ts';
import { outputOf, type Page } from '../testing/page.ts';
import { openSslAt } from '../testing/tokens.ts';
import { readFile } from './read-file.ts';

const PASSPHRASE = 'Übergabe 2026';
const ssl = openSslAt();
let assistant: RunningAssistant;
let page: Page;
beforeAll(async () => {
  assistant = await runAssistant();
  ({ page } = await assistant.approved());
  ssl.ask(
    ...'req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout own.key -out own.csr'.split(' '),
    '-subj',
    '/CN=Cleo',
  );
  ssl.certify(ssl.read('own.csr').toString());
});
afterAll(async () => {
  await assistant.close();
  ssl.remove();
});
const parse = (file: Buffer, more: object = {}) => page.call('parseFile', { file: file.toString('base64'), ...more });
const refused = (status: string) => ({ error: { status } });

function pfx(name: string, ...more: string[]): Buffer {
  const how = ['-export', '-inkey', 'own.key', '-in', 'cert.pem', '-certfile', 'ca.pem', '-out', name];
  ssl.ask('pkcs12', ...how, '-passout', `pass:${PASSPHRASE}`, ...more);
  return ssl.read(name);
}
/** What OpenSSL says of the certificate in cert.pem. */
function dates(): { valid_from: string; valid_to: string } {
  const said = ssl.ask('x509', '-in', 'cert.pem', '-noout', '-dates', '-dateopt', 'iso_8601');
  const [from = '', to = ''] = [...said.matchAll(/=(.+) (.+)Z/g)].map(([, day, time]) => `${day}T${time}.000Z`);
  return { valid_from: from, valid_to: to };
}

describe('[S-391] parseFile answers subject, issuer and dates', () => {
  test('of PEM, all that are in it', async () => {
    const file = Buffer.concat([ssl.read('cert.pem'), ssl.read('ca.pem'), ssl.read('own.key')]);
    expect(await parse(file)).toMatchObject({
      output: {
        certificates: [{ subject: 'CN=Cleo', issuer: 'CN=Authority', ...dates() }, { subject: 'CN=Authority' }],
        private_keys: 1,
      },
    });
  });

  test('of DER', async () => {
    ssl.ask('x509', '-in', 'cert.pem', '-outform', 'DER', '-out', 'cert.der');
    const { certificates } = outputOf(await parse(ssl.read('cert.der')));
    expect(certificates).toMatchObject([{ subject: 'CN=Cleo', pem: ssl.read('cert.pem').toString() }]);
  });

  test.each([
    ['as OpenSSL 3 writes it', []],
    [
      'with Triple DES, as Windows writes it',
      ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
    ],
    ['with AES 128 and many rounds', ['-certpbe', 'AES-128-CBC', '-iter', '100000']],
    ['with SHA-512', ['-macalg', 'sha512']],
    ['with its certificates open', ['-certpbe', 'NONE']],
    ['without a MAC', ['-nomac', '-certpbe', 'AES-256-CBC']],
  ])('of PKCS #12 %s', async (_what, how) => {
    expect(await parse(pfx('own.pfx', ...how), { passphrase: PASSPHRASE })).toMatchObject({
      output: {
        certificates: [{ subject: 'CN=Cleo', ...dates() }, { subject: 'CN=Authority' }],
        private_keys: 1,
      },
    });
  });

  test('of PKCS #12, whose passphrase the person types where the page sent none', async () => {
    const asked = parse(pfx('own.pfx'));
    await assistant.person.answers('Type the passphrase of the file', PASSPHRASE);
    expect(await asked).toMatchObject({ output: { certificates: [{ subject: 'CN=Cleo' }, {}] } });
    expect(assistant.person.screen()).not.toContain(PASSPHRASE);
  });

  test('of PKCS #12 with the empty passphrase, and nobody is asked', async () => {
    const before = assistant.person.screen();
    ssl.ask(...'pkcs12 -export -inkey own.key -in cert.pem -out empty.pfx -passout pass:'.split(' '));
    expect(await parse(ssl.read('empty.pfx'))).toMatchObject({ output: { private_keys: 1 } });
    expect(assistant.person.screen()).toBe(before);
  });
});

describe('refused', () => {
  test('a wrong passphrase', async () => {
    expect(await parse(pfx('own.pfx'), { passphrase: 'wrong 1' })).toMatchObject(refused('WRONG_PASSPHRASE'));
    expect(await parse(pfx('own.pfx', '-nomac', '-certpbe', 'AES-256-CBC'), { passphrase: 'wrong 1' })).toMatchObject(
      refused('WRONG_PASSPHRASE'),
    );
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Dear Cleo')],
    ['PEM with rubbish in it', Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')],
    ['a sequence of nothing', Buffer.from('3000', 'hex')],
    ['what is nested 100,000 deep', Buffer.alloc(200_000, Buffer.from('3080', 'hex'))],
    ['a length beyond its end', Buffer.from('3084ffffffff', 'hex')],
  ])('%s', async (_what, file) => {
    expect(await parse(file, { passphrase: 'any 1' })).toMatchObject(refused('INVALID_FILE'));
  });

  test('a file that was cut, at every length', async () => {
    const whole = pfx('own.pfx', '-iter', '1');
    for (let length = 0; length < whole.length; length += 41)
      expect(await parse(whole.subarray(0, length), { passphrase: PASSPHRASE })).toHaveProperty('error');
  });

  test('one that would keep the assistant busy for minutes', async () => {
    // 70,000 rounds become 2,000,001: to make such a file takes as long as to read it.
    const rounds = pfx('costly.pfx', '-iter', '70000').toString('hex');
    const costly = Buffer.from(rounds.replaceAll('0203011170', '02031e8481'), 'hex');
    expect(await parse(costly, { passphrase: PASSPHRASE })).toMatchObject(refused('FILE_NOT_SUPPORTED'));
  });

  test('one whose parts would do so together, each within the bound', { timeout: 180_000 }, async () => {
    const costly = pfx('together.pfx', '-iter', '1100000');
    expect(await parse(costly, { passphrase: PASSPHRASE })).toMatchObject(refused('FILE_NOT_SUPPORTED'));
  });

  test('what nobody waits for any more is not read to its end', async () => {
    const left = new AbortController();
    const read = readFile(pfx('left.pfx', '-iter', '200000'), PASSPHRASE, () => Promise.resolve(''), left.signal);
    await setImmediate();
    left.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });

  test('more certificates than anybody has', async () => {
    const file = Buffer.concat(Array.from({ length: 101 }, () => ssl.read('cert.pem')));
    expect(await parse(file)).toMatchObject(refused('FILE_NOT_SUPPORTED'));
  });

  test('a body that is no base64, or larger than 4 MiB', async () => {
    expect(await page.call('parseFile', { file: '###' })).toMatchObject(refused('INVALID_INPUT'));
    expect(await parse(Buffer.alloc(4_194_307))).toMatchObject(refused('INVALID_INPUT'));
  });
});
