/** The page of one's keys and tokens, with an assistant that says what no token at hand would. */
import { KEY_STORE_TYPES } from '@signet/contract/assistant/key-stores';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuses } from '../../assistant/testing/assistant-end.ts';
import { answerWith } from '../../testing/answers.ts';
import { act, button, KEY, open, token, words } from './testing/keys-page.tsx';

async function fillPins(present: string, chosen: string, again = chosen) {
  await page.getByRole('textbox', { name: 'Current PIN' }).fill(present);
  await page.getByRole('textbox', { name: 'New PIN', exact: true }).fill(chosen);
  await page.getByRole('textbox', { name: 'New PIN once more' }).fill(again);
}

test('[S-407] while the tokens come, it says that they are loading', async () => {
  const slow = Promise.withResolvers<Record<string, unknown>>();
  await open({ token: () => slow.promise });
  await expect.element(page.getByText('Loading tokens')).toBeVisible();
  slow.resolve({ tokens: [token('software')] });
  await expect.element(page.getByRole('heading', { name: 'My software' })).toBeVisible();
  await expect.element(page.getByText('Loading tokens')).not.toBeInTheDocument();
});

describe('[S-100] the tokens are looked for', () => {
  afterEach(() => void vi.useRealTimers());
  const EVERY = 5_000;
  const heading = (name: string) => page.getByRole('heading', { name });
  const onIts = page.getByText('This page looks for tokens every 5 seconds.');
  const lookedAt = page.getByText(/^Last looked at \d/);

  async function openWith(...first: object[]) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const there = { tokens: first };
    const { said } = await open({ token: () => ({ tokens: there.tokens }) });
    const looks = (): number => said.filter(({ command }) => command === 'token').length;
    return { there, looks, said };
  }

  test('every 5 seconds until one is there, then when the person says so', async () => {
    const { there, looks, said } = await openWith(token('software'));
    await expect.element(onIts).toBeVisible();
    vi.advanceTimersByTime(EVERY - 1);
    expect(looks()).toBe(1);
    there.tokens = [token('software'), token('firefox')];
    vi.advanceTimersByTime(1);
    await expect.element(heading('My firefox')).toBeVisible();
    there.tokens = [token('software'), token('yubikey')];
    vi.advanceTimersByTime(EVERY);
    await expect.element(heading('My yubikey')).toBeVisible();
    await expect.element(lookedAt).toBeVisible();
    await expect.element(onIts).not.toBeInTheDocument();
    const before = looks();
    expect(vi.getTimerCount()).toBe(0);
    there.tokens = [token('software')];
    await button('Look again').click();
    await expect.element(heading('My yubikey')).not.toBeInTheDocument();
    expect(looks()).toBe(before + 1);
    // Some drivers know only what was plugged in when they began: they begin anew, and are read after that.
    const commands = said.map(({ command }) => command);
    expect(commands.filter((command) => command === 'refresh')).toHaveLength(1);
    expect(commands.lastIndexOf('refresh')).toBeLessThan(commands.lastIndexOf('token'));
    // It was pulled out: the page looks by itself again.
    await expect.element(onIts).toBeVisible();
    expect(vi.getTimerCount()).toBe(1);
  });

  test('and on, while a PIN is taken again in a moment', async () => {
    const { there } = await openWith(token('yubikey'), token('software', { pin_state: 'delayed', retry_after: 4 }));
    await expect.element(onIts).toBeVisible();
    there.tokens = [token('yubikey'), token('software')];
    vi.advanceTimersByTime(EVERY);
    await expect.element(lookedAt).toBeVisible();
  });
});

test('[S-418] every type of key store is named, and each can be chosen', async () => {
  await open({ token: () => ({ tokens: KEY_STORE_TYPES.map((type) => token(type)) }) });
  for (const name of ['Software key store', 'SafeNet eToken', 'YubiKey', 'Firefox', 'Operating system'])
    await expect.element(page.getByText(name, { exact: true })).toBeVisible();
  for (const type of KEY_STORE_TYPES) {
    await button(`Actions for My ${type}`).click();
    await expect.element(page.getByRole('menuitem', { name: /^Delete|^Change PIN|^Import/ }).first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  }
});

test('a key stands with its certificate and how that stands; only the software key store is backed up', async () => {
  await open({ token: () => ({ tokens: [token('software'), token('yubikey', { pin_state: 'locked' })] }) });
  await expect.element(words('CN=Ben Alder')).toBeVisible();
  await expect.element(page.getByText('Expired')).toBeVisible();
  await expect.element(page.getByText('PIN locked')).toBeVisible();
  await button('Actions for My yubikey').click();
  await expect.element(page.getByRole('menuitem', { name: 'Reset PIN' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Back up keys' })).not.toBeInTheDocument();
});

describe('[S-417] what a capability version does not have', () => {
  test('needs an upgrade', async () => {
    await open({}, '1.1.2');
    await button('Actions for My software').click();
    const change = page.getByRole('menuitem', { name: /^Change PIN/ });
    await expect.element(change).toHaveAttribute('aria-disabled', 'true');
    expect(change.element().textContent).toContain('Needs a newer Trust Assistant');
  });

  test('of a YubiKey is no reset of the PIN before 1.1.5, which would try the PUK as the PIN', async () => {
    await open({ token: () => ({ tokens: [token('yubikey', { pin_state: 'locked' })] }) }, '1.1.4');
    await button('Actions for My yubikey').click();
    const reset = page.getByRole('menuitem', { name: /^Reset PIN/ });
    await expect.element(reset).toHaveAttribute('aria-disabled', 'true');
  });

  test('is there at 1.1.4', async () => {
    await open({}, '1.1.4');
    await act('My software', 'Change PIN');
    await expect.element(page.getByRole('dialog')).toBeVisible();
  });
});

describe('the PIN', () => {
  test('is changed', async () => {
    const { said } = await open({});
    await act('My software', 'Change PIN');
    await fillPins('old-pin-1', 'new-pin-1');
    await button('Change PIN').click();
    await expect.element(page.getByText('The PIN was changed.')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(said.find(({ command }) => command === 'changepin')?.input).toEqual({
      keystore: 'software',
      token: 'software-1',
      pin: 'old-pin-1',
      new_pin: 'new-pin-1',
    });
  });

  test.each([
    ['[S-409]', 'CKR_PIN_INCORRECT', /^Invalid PIN\.$/],
    ['[S-409]', 'CKR_ARGUMENTS_BAD', /^Invalid PIN\. A PIN has at least six characters/],
    ['[S-410]', 'CKR_USER_PIN_NOT_INITIALIZED', /^PIN not initialized\.$/],
    ['', 'CKR_PIN_LOCKED', /^The PIN is locked/],
  ])('%s %s stands under its field', async (_row, status, sentence) => {
    await open({ changepin: refuses(status) });
    await act('My software', 'Change PIN');
    await fillPins('old-pin-1', 'new-pin-1');
    await button('Change PIN').click();
    const field = page.getByRole('textbox', { name: 'Current PIN' });
    await expect.element(field).toHaveAccessibleDescription(sentence);
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  });

  test.each([
    ['Change PIN', 'Current PIN', 'changepin'],
    ['Reset PIN', 'PIN to reset it with', 'resetpin'],
  ])('[S-409] %s: a new one that the token refuses stands under its own field', async (name, former, command) => {
    await open({ [command]: refuses('CKR_PIN_LEN_RANGE', { new_pin: 'The token takes PINs of another length.' }) });
    await act('My software', name);
    await page.getByRole('textbox', { name: former }).fill('old-pin-1');
    await page.getByRole('textbox', { name: 'New PIN', exact: true }).fill('new-pin-1');
    await page.getByRole('textbox', { name: 'New PIN once more' }).fill('new-pin-1');
    await button(name).click();
    const chosen = page.getByRole('textbox', { name: 'New PIN', exact: true });
    await expect.element(chosen).toHaveAccessibleDescription(/takes PINs of another length/);
    await expect.element(chosen).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByRole('textbox', { name: former })).toHaveAttribute('aria-invalid', 'false');
  });

  test.each([
    ['CKR_PIN_INCORRECT', /^Invalid PUK\.$/],
    ['CKR_PIN_LEN_RANGE', /takes PINs of another length/],
    ['RESET_PIN_LOCKED', /^What the PIN is reset with was wrong too often as well\./],
  ])('of a YubiKey is reset by its PUK, under which %s stands', async (status, sentence) => {
    const tokens = [token('yubikey', { pin_state: 'locked', pin_tries: 'none' })];
    const { said } = await open({ token: () => ({ tokens }), resetpin: refuses(status) });
    await act('My yubikey', 'Reset PIN');
    const puk = page.getByRole('textbox', { name: 'PUK' });
    await puk.fill('12345678');
    await page.getByRole('textbox', { name: 'New PIN', exact: true }).fill('new-pin-1');
    await page.getByRole('textbox', { name: 'New PIN once more' }).fill('new-pin-1');
    await button('Reset PIN').click();
    await expect.element(puk).toHaveAccessibleDescription(sentence);
    await expect.element(puk).toHaveAttribute('aria-invalid', 'true');
    const input = { keystore: 'yubikey', token: 'yubikey-1', so_pin: '12345678', new_pin: 'new-pin-1' };
    expect(said.find(({ command }) => command === 'resetpin')?.input).toEqual(input);
  });

  test('of a token that has none yet is chosen without a present one; the assistant asks for a word', async () => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    const firefox = token('firefox', { pin_state: 'not_needed' });
    const { said } = await open({ token: () => ({ tokens: [firefox] }), changepin: () => answer.promise });
    await act('My firefox', 'Change PIN');
    const chosen = page.getByRole('textbox', { name: 'New PIN', exact: true });
    await chosen.fill('new-pin-1');
    await expect.element(page.getByRole('textbox', { name: 'Current PIN' })).not.toBeInTheDocument();
    await page.getByRole('textbox', { name: 'New PIN once more' }).fill('new-pin-1');
    await button('Change PIN').click();
    await expect.element(words('Trust Assistant is asking you.')).toBeVisible();
    const input = { keystore: 'firefox', token: 'firefox-1', new_pin: 'new-pin-1' };
    expect(said.find(({ command }) => command === 'changepin')?.input).toEqual(input);
    answer.resolve({});
    await expect.element(page.getByText('The PIN was changed.')).toBeVisible();
  });

  test('[S-188] a new one that breaks the rule, or is typed differently, is not sent', async () => {
    const { said } = await open({});
    await act('My software', 'Change PIN');
    await fillPins('old-pin-1', 'short', 'short');
    const chosen = page.getByRole('textbox', { name: 'New PIN', exact: true });
    await expect.element(chosen).toHaveAccessibleDescription(/one of them a digit/);
    await expect.element(chosen).toHaveAttribute('aria-invalid', 'true');
    await expect.element(button('Change PIN')).toHaveAttribute('aria-disabled', 'true');
    await fillPins('old-pin-1', 'new-pin-1', 'new-pin-2');
    await expect.element(page.getByText('The two are not the same.')).toBeVisible();
    await expect.element(button('Change PIN')).toHaveAttribute('aria-disabled', 'true');
    expect(said.map(({ command }) => command)).not.toContain('changepin');
  });
});

test('a PIN that is reset once its dialog was cancelled does not close another one of the token', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>();
  const tokens = [token('yubikey', { pin_tries: 'few' })];
  await open({ token: () => ({ tokens }), resetpin: () => answer.promise });
  await act('My yubikey', 'Reset PIN');
  await page.getByRole('textbox', { name: 'PUK' }).fill('12345678');
  await page.getByRole('textbox', { name: 'New PIN', exact: true }).fill('new-pin-1');
  await page.getByRole('textbox', { name: 'New PIN once more' }).fill('new-pin-1');
  await button('Reset PIN').click();
  await expect.element(words('Trust Assistant is asking you.')).toBeVisible();
  await button('Cancel').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await act('My yubikey', 'Change PIN');
  const present = page.getByRole('textbox', { name: 'Current PIN' });
  await expect.element(present).toBeVisible();
  answer.resolve({});
  await expect.element(page.getByText('The PIN was changed.')).toBeVisible();
  await expect.element(present).toBeVisible();
});

test('deleting asks here, then in the assistant; a refusal there is said', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>();
  const { said } = await open({ deleteCert: () => answer.promise });
  await act('Sign-in', 'Delete key');
  await button('Delete key').click();
  await expect.element(page.getByText('Trust Assistant is asking you. Answer there.')).toBeVisible();
  expect(said.at(-1)).toMatchObject({ command: 'deleteCert', input: { id: KEY.id, token: 'software-1' } });
  answer.resolve({});
  await expect.element(page.getByText('The key was deleted.')).toBeVisible();
});

test('a backup comes back, and it says how many keys were restored', async () => {
  const { said } = await open({});
  await act('My software', 'Restore keys');
  await expect.element(page.getByLabelText('Backup file')).toHaveTextContent('Choose a file');
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('There is no field for a file.');
  await userEvent.upload(input, new File(['keys'], 'my.signet-keys'));
  await button('Restore keys').click();
  await expect.element(page.getByText('2 keys were restored.')).toBeVisible();
  expect(said.find(({ command }) => command === 'restoreToken')?.input).toMatchObject({ backup: btoa('keys') });
});

describe('the certificate of a key that ends soon', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const endingIn = (days: number) => ({
    ...KEY,
    certificate: { ...KEY.certificate, valid_from: inDays(-1), valid_to: inDays(days) },
  });
  const renew = page.getByRole('menuitem', { name: 'Renew certificate' });
  const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const handsOver = () => ({ certificate: PEM });
  async function openWith(key: object, answer: () => unknown = () => null, exportCert = handsOver) {
    const end = await open({ certificate: () => ({ certificates: [key] }), exportCert });
    const calls = answerWith(({ path }) => (path.endsWith('/enrollment/renewal') ? answer() : undefined));
    await expect.element(words('CN=Ben Alder')).toBeVisible();
    return { calls, ...end };
  }

  test('is shown to the platform, which answers by mail: the page never says whether it knows it', async () => {
    const { calls, said } = await openWith(endingIn(29));
    await expect.element(page.getByText('Ends soon')).toBeVisible();
    await act('Sign-in', 'Renew certificate');
    const notice = 'If this platform can renew the certificate, an email with the link is on its way.';
    await expect.element(words(notice)).toBeVisible();
    expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/account/ui-api/v2/enrollment/renewal', body: { certificate: PEM } },
    ]);
    const { keystore, token: of, id } = KEY;
    expect(said.filter(({ command }) => command === 'exportCert')).toEqual([
      { command: 'exportCert', input: { keystore, token: of, id } },
    ]);
  });

  test('says so where the platform can’t be asked, and can be asked again', async () => {
    const { calls } = await openWith(endingIn(29), () => {
      throw new TypeError('Failed to fetch');
    });
    await act('Sign-in', 'Renew certificate');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await act('Sign-in', 'Renew certificate');
    await expect.poll(() => calls.length).toBe(2);
  });

  test('says why where the assistant does not hand the certificate over; the platform is not asked', async () => {
    const { calls } = await openWith(endingIn(29), () => null, refuses('CKR_TOKEN_NOT_PRESENT'));
    await act('Sign-in', 'Renew certificate');
    await expect.element(words('The token is not there any more.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  test.each([
    ['not before its last month', endingIn(31)],
    ['not after its end', KEY],
    ['not without a certificate', { ...KEY, certificate: null }],
  ])('%s', async (_name, key) => {
    await open({ certificate: () => ({ certificates: [key] }) });
    await button('Actions for Sign-in').click();
    await expect.element(page.getByRole('menuitem', { name: 'Delete key' })).toBeVisible();
    await expect.element(renew).not.toBeInTheDocument();
  });
});
