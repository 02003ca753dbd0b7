/** Yubico's own module with a card of software: what a YubiKey says of its keys, and its certificates. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CARD_PIN, CARD_PUK } from '@signet/pkcs11/testing/piv-card';
import { cardInReader } from '@signet/pkcs11/testing/piv-reader';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outputOf } from '../../testing/page.ts';
import { kindOf, openSslAt, withTokens, type WithTokens } from '../../testing/tokens.ts';

const SERIAL = '18204417';
const place = { keystore: 'yubikey', token: SERIAL };
/** In seconds. What a busy machine takes for a command is near to the usual ones, of which nothing is proved here. */
const limits = { load: 40, tokens: 30, objects: 40, open: 40, certificates: 40, logIn: 60, close: 30 };
/** Of the key that is in the place of a new one. */
const GOES = 'which is in this place of the token now, will be gone for good';
const wanted = { ...place, subject: { common_name: 'Cleo' }, label: 'Work', key_type: 'rsa_2048' };

describe('a YubiKey', { timeout: 300_000 }, () => {
  const ssl = openSslAt();
  let card: Awaited<ReturnType<typeof cardInReader>>;
  let one: WithTokens;
  beforeAll(async () => {
    card = await cardInReader();
    one = await withTokens({ kinds: [kindOf('yubikey', card.module)], limits });
  }, 180_000);
  afterAll(async () => {
    await one.close();
    await card.remove();
    ssl.remove();
  });
  let isTaken = false;
  /** Enter stands for the management key with which it is delivered. */
  async function making(command: string, input: object, pin: string | null = CARD_PIN) {
    const called = one.page.call(command, input);
    if (command === 'generate' && isTaken) await one.person.answers(GOES, 'yes');
    isTaken ||= command === 'generate';
    await one.person.answers('management key', '');
    if (pin !== null) await one.person.answers('Type the PIN of the token', pin);
    return outputOf(await called);
  }

  test('says of a key that it was made there, by a path that OpenSSL follows to the maker', async () => {
    // The service looks for the card once a while.
    const tokens = () => one.tokens();
    await expect.poll(tokens, { timeout: 60_000 }).toMatchObject([{ serial: SERIAL, attests: true }]);
    const { csr, attestation } = await making('generate', wanted);
    const [statement = '', device = '', ...more] = Array.isArray(attestation) ? attestation.map(String) : [];
    expect(more).toEqual([]);
    for (const [name, content] of [
      ['maker.pem', card.maker],
      ['device.pem', device],
      ['statement.pem', statement],
      ['request.pem', String(csr)],
    ] as const)
      ssl.put(name, content);
    expect(ssl.ask('verify', '-CAfile', 'maker.pem', '-untrusted', 'device.pem', 'statement.pem')).toContain('OK');
    expect(ssl.ask('x509', '-in', 'statement.pem', '-noout', '-pubkey')).toBe(
      ssl.ask('req', '-in', 'request.pem', '-noout', '-pubkey'),
    );
  });

  test('gives up a key for a new one by a word alone, and keeps one certificate after the other', async () => {
    const { id, csr } = await making('generate', wanted);
    const there = [{ id, key_type: 'rsa_2048', certificate: null }];
    expect(await one.entries()).toMatchObject(there);
    const refused = one.page.call('generate', wanted);
    await one.person.answers(GOES, 'no');
    expect(await refused).toMatchObject({ error: { status: 'CKR_FUNCTION_CANCELED' } });
    expect(await one.entries()).toMatchObject(there);
    for (let times = 0; times < 2; times += 1) {
      const certificate = ssl.certify(String(csr));
      writeFileSync(path.join(ssl.folder, 'mine.pem'), certificate);
      await making('importCert', { ...place, certificate }, null);
      const fingerprint = execFileSync('openssl', ['x509', '-in', 'mine.pem', '-noout', '-fingerprint', '-sha256'], {
        cwd: ssl.folder,
      });
      const [entry] = await one.entries();
      const plain = fingerprint.toString().split('=')[1]?.trim().replaceAll(':', '').toLowerCase();
      expect(entry?.certificate?.fingerprint).toBe(plain);
    }
  });

  test('gives up the key alone that its person was asked for: of two pages at once one is refused', async () => {
    const { page: second } = await one.assistant.approved();
    const agrees = async (): Promise<void> => {
      await one.person.answers(GOES, 'yes');
      await one.person.answers('management key', '');
      await one.person.sees('Type the PIN of the token');
    };
    const made = one.page.call('generate', wanted);
    await agrees();
    // It has seen what is there once it waits for the questions of the first.
    let other = await second.say({ command: 'generate', input: wanted });
    const ended = (async () => {
      while ('waiting' in other) other = await second.say({ ticket: other.waiting.ticket });
      return other;
    })();
    await one.person.answers('Type the PIN of the token', CARD_PIN);
    const { csr } = outputOf(await made);
    await agrees();
    await one.person.answers('Type the PIN of the token', CARD_PIN);
    expect(await ended).toMatchObject({ error: { status: 'TOKEN_IN_USE' } });
    await making('importCert', { ...place, certificate: ssl.certify(String(csr)) }, null);
  });

  const reset = (so_pin: string, new_pin: string) => one.page.call('resetpin', { ...place, so_pin, new_pin });
  const verify = (pin: string) => one.page.call('verifypin', { ...place, pin });
  const refused = (status: string, more: object = {}) => ({ error: { status, ...more } });

  test('has a PUK, whose wrong tries cost none of its PIN, and of which the last takes the person’s word', async () => {
    for (const puk of ['12345', '123456789', '010203040506070801020304050607080102030405060708'])
      expect(await reset(puk, '654321')).toMatchObject(refused('CKR_PIN_LEN_RANGE'));
    for (const puk of ['00000000', '00000001'])
      expect(await reset(puk, '654321')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    // It tells of tries that are gone, and of nothing else.
    expect(await one.tokens()).toMatchObject([{ pin_state: 'ok', pin_tries: 'unknown' }]);
    for (const pin of ['00000000', '00000001']) expect(await verify(pin)).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await one.tokens()).toMatchObject([{ pin_state: 'ok' }]);
    const third = reset('00000002', '654321');
    await one.person.answers('2 wrong PUKs were tried. One more may be the last', 'no');
    expect(await third).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
  });

  test('[S-382] takes a new PIN by its PUK once its PIN is locked', async () => {
    const last = verify('00000002');
    await one.person.answers('After one more wrong PIN', 'yes');
    expect(await last).toMatchObject(refused('CKR_PIN_LOCKED'));
    expect(await one.tokens()).toMatchObject([{ pin_state: 'locked' }]);
    const tooLong = reset(CARD_PUK, '123456789');
    await one.person.answers('2 wrong PUKs were tried', 'yes');
    expect(await tooLong).toMatchObject(refused('CKR_PIN_LEN_RANGE', { fields: { new_pin: expect.any(String) } }));
    const done = reset(CARD_PUK, '654321');
    await one.person.answers('2 wrong PUKs were tried', 'yes');
    expect(await done).toEqual({ output: {} });
    expect(await one.tokens()).toMatchObject([{ pin_state: 'ok' }]);
    expect(await verify('654321')).toEqual({ output: {} });
  });

  test('says that its PUK is locked as well, which nothing resets', async () => {
    for (const puk of ['00000000', '00000001'])
      expect(await reset(puk, '765432')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    const last = reset('00000002', '765432');
    await one.person.answers('2 wrong PUKs were tried', 'yes');
    expect(await last).toMatchObject(refused('RESET_PIN_LOCKED'));
    expect(await verify('654321')).toEqual({ output: {} });
  });
});

test('a YubiKey of before 4.3 says nothing of its keys', { timeout: 300_000 }, async () => {
  const card = await cardInReader({ firmware: [4, 2, 8] });
  onTestFinished(() => card.remove());
  const one = await withTokens({ kinds: [kindOf('yubikey', card.module)], limits });
  onTestFinished(() => one.close());
  const tokens = () => one.tokens();
  // Its serial number would be told by another application, which the card of software does not have.
  await expect.poll(tokens, { timeout: 60_000 }).toMatchObject([{ keystore: 'yubikey', attests: false }]);
});
