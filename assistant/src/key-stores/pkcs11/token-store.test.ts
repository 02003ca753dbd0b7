/** Keys in PKCS #11 tokens as a page and its person use them: SoftHSM2 keeps them, OpenSSL judges what comes out. */
import path from 'node:path';
import { KEY_TYPES } from '@signet/contract/key-types';
import { computed, moduleProcesses } from '@signet/pkcs11/testing/module-processes';
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outputOf } from '../../testing/page.ts';
import { kindOf, openSslAt, SO_PIN, tokenWithoutPin, withTokens, type WithTokens } from '../../testing/tokens.ts';

const refused = (status: string, more: object = {}) => ({ error: { status, ...more } });
const ssl = openSslAt();
afterAll(() => ssl.remove());

let one: WithTokens;
let serial: string;
let place: { keystore: string; token: string };
beforeAll(async () => {
  one = await withTokens();
  ({ serial } = one.hsm.token('Cleo'));
  place = { keystore: 'softhsm', token: serial };
});
afterAll(() => one.close());

/** A token of its own for a test that spoils it. */
function another(label: string, pin = PIN) {
  const token = one.hsm.token(label, pin);
  return { ...token, place: { keystore: 'softhsm', token: token.serial } };
}

describe('what there is', () => {
  test('[S-378 S-376 S-418] a key store is listed where its module is there, by its name', async () => {
    const kinds = [
      kindOf('softhsm', one.hsm.module),
      { type: 'etoken', name: 'SafeNet eToken', instances: () => [] },
    ] as const;
    const other = await withTokens({ kinds: [...kinds], environment: one.hsm.environment });
    onTestFinished(() => other.close());
    expect(await other.page.call('keystore')).toEqual({
      output: {
        key_stores: [
          { type: 'software', name: 'Software key store', problem: null },
          { type: 'softhsm', name: 'softhsm', problem: null },
        ],
      },
    });
    expect(await other.page.call('config')).toMatchObject({
      output: {
        key_stores: [
          { type: 'software' },
          { type: 'softhsm', enabled: true, available: true, initialized: true },
          { type: 'etoken', available: false, initialized: false },
          { type: 'other', available: false },
        ],
      },
    });
    expect(await other.page.call('verifypin', { keystore: 'etoken', token: '1', pin: PIN })).toMatchObject(
      refused('KEY_STORE_NOT_AVAILABLE'),
    );
    expect(await other.page.call('verifypin', { keystore: 'tpm', token: '1', pin: PIN })).toMatchObject(
      refused('KEY_STORE_NOT_AVAILABLE'),
    );
  });

  test('[S-379 S-392] tokens, with what is known of each; one that comes later is there by the next call', async () => {
    const found = (await one.tokens()).find((token) => token.serial === serial);
    expect(found).toEqual({
      keystore: 'softhsm',
      attests: false,
      serial,
      label: 'Cleo',
      pin_state: 'ok',
      pin_tries: 'unknown',
      key_sizes: { rsa: { min: 512, max: 16_384 }, ec: { min: 112, max: 521 } },
    });
    const later = another('Later');
    expect(await one.tokens()).toContainEqual(expect.objectContaining({ serial: later.serial }));
    const third = another('Third');
    expect(outputOf(await one.page.call('refresh'))['tokens']).toContainEqual(
      expect.objectContaining({ serial: third.serial, label: 'Third' }),
    );
  });

  test('two with one label are told apart by their serial numbers', async () => {
    const [first, second] = [another('Twin'), another('Twin', 'Another-4711')];
    const { id } = await one.generate(first.place, { label: 'Of the first' });
    const listed = (await one.entries()).filter((entry) => [first.serial, second.serial].includes(entry.token));
    expect(listed).toMatchObject([{ token: first.serial, id, label: 'Of the first', created_at: null, origin: null }]);
    expect(one.person.screen()).toContain(`the token “Twin” (softhsm, ${first.serial})`);
    expect(await one.page.call('sign', { ...second.place, id, data: 'AAAA' })).toMatchObject(
      refused('CKR_OBJECT_HANDLE_INVALID'),
    );
    expect(await one.page.call('verifypin', { ...second.place, pin: PIN })).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await one.page.call('verifypin', { ...first.place, pin: PIN })).toEqual({ output: {} });
  });
});

describe('a card', () => {
  test('that shows a token for each of its PINs, under one serial number, is used by each', async () => {
    const oneCard = new URL('../../../../pkcs11/src/testing/one-card.ts', import.meta.url).href;
    const other = await withTokens({ environment: { NODE_OPTIONS: `--import=${oneCard}` } });
    onTestFinished(() => other.close());
    for (const [label, pin] of [
      ['Card (User PIN)', PIN],
      ['Card (User PIN (sig))', 'Another-4711'],
    ] as const)
      other.hsm.token(label, pin);
    const names = ['0005000012345678 Card (User PIN (sig))', '0005000012345678 Card (User PIN)'] as const;
    expect((await other.tokens()).map((token) => token.serial).toSorted()).toEqual(names);
    const [signing, main] = names.map((token) => ({ keystore: 'softhsm', token }));
    expect(await other.page.call('verifypin', { ...signing, pin: 'Another-4711' })).toEqual({ output: {} });
    expect(await other.page.call('verifypin', { ...signing, pin: PIN })).toMatchObject(refused('CKR_PIN_INCORRECT'));
    const { id } = await other.generate({ ...main });
    expect(await other.entries()).toMatchObject([{ id, token: names[1] }]);
    expect(await other.typing(PIN, 'sign', { ...main, id, data: 'AAAA' })).toHaveProperty('output');
  });

  test('may have one PIN that resets all of them: wrong ones are counted for the card', async () => {
    const oneCard = new URL('../../../../pkcs11/src/testing/one-card.ts', import.meta.url).href;
    const other = await withTokens({ environment: { NODE_OPTIONS: `--import=${oneCard}` } });
    onTestFinished(() => other.close());
    for (const label of ['Card (User PIN)', 'Card (User PIN (sig))']) other.hsm.token(label);
    const [signing, main] = (await other.tokens()).map(({ serial: token }) => ({ keystore: 'softhsm', token }));
    const reset = (where: object | undefined, so_pin: string) =>
      other.page.call('resetpin', { ...where, so_pin, new_pin: 'Fresh-0815' });
    expect(await reset(signing, '87654321')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await reset(main, '87654322')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    const third = reset(signing, '87654323');
    await other.person.answers('2 wrong PINs were tried. One more may be the last with which', 'no');
    expect(await third).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
  });

  test('that two modules of a kind see is one, and can be used', async () => {
    const { module } = one.hsm;
    // By another name it is another module.
    const files = [module, `${path.dirname(module)}/./${path.basename(module)}`];
    const instances = () => files.map((file) => ({ path: file, parameters: null, profile: null }));
    const kinds = [{ type: 'softhsm', name: 'softhsm', instances } as const];
    const other = await withTokens({ kinds, environment: one.hsm.environment });
    onTestFinished(() => other.close());
    expect((await other.tokens()).filter((token) => token.serial === serial)).toHaveLength(1);
    expect(await other.page.call('verifypin', { ...place, pin: PIN })).toEqual({ output: {} });
  });
});

describe('keys and certificates', () => {
  test('[S-377 S-208] generate makes RSA 2048 with SHA-256 unless told otherwise, as OpenSSL sees it', async () => {
    const { csr } = await one.generate(place, { key_type: undefined, label: 'Standard' });
    ssl.put('request.pem', csr);
    const said = ssl.ask('req', '-in', 'request.pem', '-noout', '-verify', '-text');
    expect(said).toContain('Public-Key: (2048 bit)');
    expect(said).toContain('Signature Algorithm: sha256WithRSAEncryption');
    expect(one.person.screen()).toContain('The site https://console.example asks to make the key “Standard”.');
  });

  test.each(KEY_TYPES)('[S-387] a key of type %s signs, and OpenSSL agrees', async (key_type) => {
    const { id, csr } = await one.generate(place, { key_type, label: key_type });
    ssl.put('request.pem', csr);
    ssl.put('public.pem', ssl.ask('req', '-in', 'request.pem', '-noout', '-verify', '-pubkey'));
    ssl.put('data', 'signed');
    const data = Buffer.from('signed').toString('base64');
    const { signature, algorithm } = outputOf(await one.typing(PIN, 'sign', { ...place, id, data }));
    const hash = key_type === 'ec_p384' ? 'sha384' : 'sha256';
    expect(algorithm).toBe(`${key_type.startsWith('rsa') ? 'rsa' : 'ecdsa'}-${hash}`);
    ssl.put('signature', Buffer.from(String(signature), 'base64'));
    const check = () => ssl.ask('dgst', `-${hash}`, '-verify', 'public.pem', '-signature', 'signature', 'data');
    expect(check()).toContain('OK');
    ssl.put('data', 'other');
    expect(check).toThrow('Command failed');
  });

  test('[S-375 S-388 S-389 S-390] a certificate is imported to its key, listed, exported, deleted', async () => {
    const { id, csr } = await one.generate(place, { label: 'Whole' });
    const certificate = ssl.certify(csr);
    expect(await one.page.call('importCert', { ...place, certificate })).toEqual({ output: { id } });
    const listed = async () => (await one.entries()).find((entry) => entry.id === id);
    expect(await listed()).toMatchObject({
      label: 'Whole',
      key_type: 'ec_p256',
      certificate: { subject: 'CN=Cleo', issuer: 'CN=Authority' },
    });
    expect(await one.page.call('exportCert', { ...place, id })).toEqual({ output: { certificate } });

    const renewed = ssl.certify(csr);
    expect(await one.page.call('importCert', { ...place, certificate: renewed })).toEqual({ output: { id } });
    expect(await one.page.call('exportCert', { ...place, id })).toEqual({ output: { certificate: renewed } });

    expect(await one.typing(PIN, 'deleteCert', { ...place, id })).toEqual({ output: {} });
    expect(await listed()).toBeUndefined();
    expect(await one.page.call('exportCert', { ...place, id })).toMatchObject(refused('CKR_OBJECT_HANDLE_INVALID'));
    expect(await one.page.call('deleteCert', { ...place, id })).toMatchObject(refused('CKR_OBJECT_HANDLE_INVALID'));
  });

  test('of a certificate that comes as PEM in base64, a token keeps the certificate', async () => {
    const { id, csr } = await one.generate(place);
    const certificate = ssl.certify(csr);
    const sent = Buffer.from(certificate).toString('base64');
    expect(await one.page.call('importCert', { ...place, certificate: sent })).toEqual({ output: { id } });
    expect(await one.page.call('exportCert', { ...place, id })).toEqual({ output: { certificate } });
  });

  test('a certificate of another key, or none at all, is refused before anybody is asked', async () => {
    ssl.certify((await one.generate(place)).csr);
    const before = one.person.screen();
    const foreign = ssl.read('ca.pem').toString();
    expect(await one.page.call('importCert', { ...place, certificate: foreign })).toMatchObject(
      refused('CERTIFICATE_WITHOUT_KEY'),
    );
    expect(await one.page.call('importCert', { ...place, certificate: 'AAAA' })).toMatchObject(
      refused('INVALID_CERTIFICATE'),
    );
    expect(one.person.screen()).toBe(before);
  });

  test('[S-383 S-384] there is no backup of its keys, nor do any come in', async () => {
    expect(await one.page.call('backupToken', place)).toMatchObject(refused('KEYS_STAY'));
    expect(await one.page.call('restoreToken', { ...place, backup: 'AAAA' })).toMatchObject(refused('KEYS_STAY'));
  });

  test('two commands at once come one after the other, and both are done', async () => {
    const { page } = await one.assistant.approved('https://other.example');
    const { page: third } = await one.assistant.approved('https://third.example');
    const both = [one.page.call('verifypin', { ...place, pin: PIN })];
    both.push(page.call('verifypin', { ...place, pin: 'Wrong-4711' }), third.call('token'));
    expect((await Promise.all(both)).map((answer) => ('output' in answer ? 'done' : 'refused'))).toEqual([
      'done',
      'refused',
      'done',
    ]);
    expect(await one.page.call('verifypin', { ...place, pin: PIN })).toEqual({ output: {} });
  });
});

describe('PINs', () => {
  const verify = (where: object, pin: string) => one.page.call('verifypin', { ...where, pin });

  test('[S-381 S-409] the right one is taken, a wrong one not, also while the token is open', async () => {
    expect(await verify(place, PIN)).toEqual({ output: {} });
    expect(await verify(place, 'Wrong-4711')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await verify(place, '')).toMatchObject(refused('CKR_ARGUMENTS_BAD'));
    expect(await verify(place, 'a1')).toMatchObject(refused('CKR_PIN_LEN_RANGE'));
    expect(await verify({ ...place, token: 'none' }, PIN)).toMatchObject(refused('CKR_TOKEN_NOT_PRESENT'));
    expect(await verify(place, PIN)).toEqual({ output: {} });
    expect(JSON.stringify(one.assistant.log())).not.toContain(PIN);
  });

  test('what can be no PIN of the token is not tried', async () => {
    const fresh = another('Untried');
    await verify(fresh.place, 'a1');
    await verify(fresh.place, '');
    const tries = async () => (await one.tokens()).find((token) => token.serial === fresh.serial)?.pin_tries;
    expect(await tries()).toBe('unknown');
    await verify(fresh.place, 'Wrong-4711');
    expect(await tries()).toBe('few');
  });

  test('[S-380] a changed one is the only one; what keeps no rule is refused', async () => {
    const fresh = another('Changed');
    const change = (pin: string, new_pin: string) => one.page.call('changepin', { ...fresh.place, pin, new_pin });
    expect(await change('Wrong-4711', 'Fresh-0815')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    const ofNew = { fields: { new_pin: expect.any(String) as string } };
    expect(await change(PIN, 'kurz1')).toMatchObject(refused('CKR_ARGUMENTS_BAD', ofNew));
    expect(await change(PIN, 'ohneziffer')).toMatchObject(refused('CKR_ARGUMENTS_BAD', ofNew));
    expect(await change(PIN, `1${'a'.repeat(255)}`)).toMatchObject(refused('INVALID_INPUT'));
    expect(await change(PIN, `1${'ä'.repeat(200)}`)).toMatchObject(refused('CKR_PIN_LEN_RANGE', ofNew));
    expect(await change('a1', 'Fresh-0815')).not.toHaveProperty('error.fields');
    expect(await change(PIN, 'Fresh-0815')).toEqual({ output: {} });
    expect(await verify(fresh.place, PIN)).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await verify(fresh.place, 'Fresh-0815')).toEqual({ output: {} });
  });

  test('one that has expired is changed, and a new one that the token refuses is told apart from it', async () => {
    const strict = new URL('../../../../pkcs11/src/testing/strict-token.ts', import.meta.url).href;
    const other = await withTokens({ environment: { NODE_OPTIONS: `--import=${strict}` } });
    onTestFinished(() => other.close());
    const where = { keystore: 'softhsm', token: other.hsm.token('Strict').serial };
    const change = (new_pin: string) => other.page.call('changepin', { ...where, pin: PIN, new_pin });
    expect(await other.page.call('verifypin', { ...where, pin: PIN })).toMatchObject(refused('CKR_PIN_EXPIRED'));
    expect(await change('Refused-1')).toMatchObject(
      refused('CKR_ARGUMENTS_BAD', { fields: { new_pin: expect.any(String) as string } }),
    );
    expect(await change('Fresh-0815')).toEqual({ output: {} });
    expect(await other.page.call('verifypin', { ...where, pin: 'Fresh-0815' })).toEqual({ output: {} });
  });

  test('[S-382] a forgotten one is set anew by the other', async () => {
    const fresh = another('Reset');
    const reset = (so_pin: string) => one.page.call('resetpin', { ...fresh.place, so_pin, new_pin: 'Fresh-0815' });
    expect(await reset('87654321')).toMatchObject(refused('CKR_PIN_INCORRECT'));
    expect(await verify(fresh.place, PIN)).toEqual({ output: {} });
    expect(await reset(SO_PIN)).toEqual({ output: {} });
    expect(await verify(fresh.place, 'Fresh-0815')).toEqual({ output: {} });
  });

  test('[S-386] initToken makes one of the slot that has none, under the name and PINs that were given', async () => {
    const made = await one.page.call('initToken', { keystore: 'softhsm', label: 'Größe 1', pin: PIN, so_pin: SO_PIN });
    const { token } = outputOf(made);
    expect(token).toMatchObject({ keystore: 'softhsm', label: 'Größe 1', pin_state: 'ok' });
    expect(await one.tokens()).toContainEqual(token);
    const fresh = (await one.tokens()).find(({ label }) => label === 'Größe 1');
    const where = { keystore: 'softhsm', token: fresh?.serial };
    expect(await verify(where, PIN)).toEqual({ output: {} });
    expect(await one.page.call('resetpin', { ...where, so_pin: SO_PIN, new_pin: 'Fresh-0815' })).toEqual({
      output: {},
    });
  });

  test('a label for which the token has no room is refused, and makes nothing of it', async () => {
    const before = await one.tokens();
    const input = { keystore: 'softhsm', label: 'あ'.repeat(11), pin: PIN, so_pin: SO_PIN };
    expect(await one.page.call('initToken', input)).toMatchObject(
      refused('INVALID_INPUT', { fields: { label: expect.stringContaining('octets') as string } }),
    );
    expect(await one.tokens()).toEqual(before);
  });

  test('one that is ready is not made ready once more, and PINs that are alike make none', async () => {
    const input = { keystore: 'softhsm', label: 'Again', pin: PIN, so_pin: SO_PIN };
    expect(await one.page.call('initToken', { ...input, token: serial })).toMatchObject(refused('ALREADY_INITIALIZED'));
    expect(await one.page.call('initToken', { ...input, so_pin: PIN })).toMatchObject(refused('CKR_ARGUMENTS_BAD'));
    expect((await one.tokens()).map(({ label }) => label)).not.toContain('Again');
  });

  test('[S-410] a token without a PIN says so, before anybody is asked for one', async () => {
    const fresh = tokenWithoutPin(one.hsm, 'No PIN');
    expect(await one.tokens()).toContainEqual(
      expect.objectContaining({ serial: fresh.serial, pin_state: 'uninitialized' }),
    );
    expect(await verify(fresh.place, PIN)).toMatchObject(refused('CKR_USER_PIN_NOT_INITIALIZED'));
    expect(await one.page.call('generate', { ...fresh.place, subject: {}, label: 'Work' })).toMatchObject(
      refused('CKR_USER_PIN_NOT_INITIALIZED'),
    );
    expect(await one.page.call('resetpin', { ...fresh.place, so_pin: SO_PIN, new_pin: PIN })).toEqual({ output: {} });
    expect(await verify(fresh.place, PIN)).toEqual({ output: {} });
  });

  test('a locked one is told of, and takes nothing', async () => {
    const fresh = another('Locked');
    one.hsm.flag(fresh, 0x40000);
    expect(await one.tokens()).toContainEqual(
      expect.objectContaining({ serial: fresh.serial, pin_state: 'locked', pin_tries: 'none' }),
    );
    expect(await verify(fresh.place, PIN)).toMatchObject(refused('CKR_PIN_LOCKED'));
  });

  test('who presses Esc has refused, and no key is made', async () => {
    const fresh = another('Esc');
    const called = one.page.call('generate', { ...fresh.place, subject: {}, label: 'Never' });
    await one.person.answers('Type the PIN of the token', '\u001b');
    expect(await called).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
    expect((await one.entries()).filter(({ token }) => token === fresh.serial)).toEqual([]);
  });
});

describe('what goes away, hangs or crashes', () => {
  test('a token that is pulled out while its person types the PIN', async () => {
    const fresh = another('Pulled');
    const called = one.page.call('generate', { ...fresh.place, subject: {}, label: 'Work' });
    await one.person.sees('Type the PIN of the token');
    const bringBack = one.hsm.takeAway(fresh);
    await one.person.answers('Type the PIN of the token', PIN);
    expect(await called).toMatchObject(refused('CKR_TOKEN_NOT_PRESENT'));
    expect((await one.tokens()).map((token) => token.serial)).not.toContain(fresh.serial);
    bringBack();
    expect(await one.page.call('verifypin', { ...fresh.place, pin: PIN })).toEqual({ output: {} });
  });

  test('a module that crashes ends its process: the command says so, the next one starts another', async () => {
    const [pid = 0] = moduleProcesses();
    const before = computed(pid);
    const called = one.typing(PIN, 'generate', { ...place, subject: {}, label: 'Crash', key_type: 'rsa_4096' });
    // It looks for the key, which takes it much longer than all that is before.
    await expect.poll(() => computed(pid), { interval: 5 }).toBeGreaterThan(before + 0.02);
    process.kill(pid, 'SIGSEGV');
    expect(await called).toMatchObject(refused('MODULE_ENDED'));
    expect(one.assistant.log().at(-1)).toMatchObject({ what: 'generate', result: 'MODULE_ENDED', detail: /SIGSEGV/ });
    expect(await one.page.call('verifypin', { ...place, pin: PIN })).toEqual({ output: {} });
    expect(moduleProcesses()).not.toContain(pid);
  });

  test('a module that hangs is ended and told of, and does not hold up the others', async () => {
    // Time enough for a module that answers, also where the processors have other work.
    const limit = 4;
    const hanging = await withTokens({ limits: { tokens: limit, silence: 600 } });
    onTestFinished(() => hanging.close());
    const before = new Set(moduleProcesses());
    hanging.hsm.token('Hung');
    expect(await hanging.tokens()).toHaveLength(1);
    const [pid] = moduleProcesses().filter((process_) => !before.has(process_));
    process.kill(Number(pid), 'SIGSTOP');
    const began = performance.now();
    expect(await hanging.page.call('keystore')).toMatchObject({
      output: { key_stores: [{ type: 'software' }, { type: 'softhsm', problem: 'MODULE_NOT_ANSWERING' }] },
    });
    expect(await hanging.tokens()).toEqual([]);
    expect(performance.now() - began, 'it is waited for once').toBeLessThan(2 * limit * 1000);
    await expect.poll(moduleProcesses).not.toContain(pid);
    expect(await hanging.page.call('verifypin', { keystore: 'softhsm', token: '1', pin: PIN })).toMatchObject(
      refused('MODULE_NOT_ANSWERING'),
    );
    expect(outputOf(await hanging.page.call('refresh'))['tokens']).toHaveLength(1);
  });

  test.each([
    ['a file that is no library', import.meta.filename],
    ['a library that is no module', 'libc.so.6'],
  ])('%s is told of', async (_what, file) => {
    const broken = await withTokens({ kinds: [kindOf('smartcard', file)] });
    onTestFinished(() => broken.close());
    expect(await broken.page.call('keystore')).toMatchObject({
      output: { key_stores: [{}, { type: 'smartcard', problem: 'MODULE_NOT_LOADED' }] },
    });
    expect(await broken.tokens()).toEqual([]);
  });

  test('with the assistant, the processes of its modules end', async () => {
    const other = await withTokens();
    const before = new Set(moduleProcesses());
    await other.tokens();
    const started = moduleProcesses().filter((pid) => !before.has(pid));
    expect(started).toHaveLength(1);
    await other.close();
    expect(moduleProcesses().filter((pid) => started.includes(pid))).toEqual([]);
  });
});
