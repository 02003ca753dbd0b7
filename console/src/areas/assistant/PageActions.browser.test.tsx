/** What is asked of the assistant beside what it does to one token: reading a file, another driver of tokens. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refuses } from '../../assistant/testing/assistant-end.ts';
import { button, KEY, open, token, words } from './testing/keys-page.tsx';

describe('[S-417] a certificate file', () => {
  const PARSED = { ...KEY.certificate, pem: 'PEM' };
  async function choose(content = 'file') {
    await button('Read a certificate file').click();
    await expect.element(page.getByLabelText('Certificate file')).toHaveTextContent('Choose a file');
    const input = document.querySelector('input[type=file]');
    if (!input) throw new Error('There is no field for a file.');
    await userEvent.upload(input, new File([content], 'mine.p12'));
    await button('Read file').click();
  }

  test('is read by the assistant, which says what is in it', async () => {
    const parseFile = () => ({ certificates: [PARSED], private_keys: 1 });
    const { said } = await open({ parseFile, certificate: () => ({ certificates: [] }) });
    await choose();
    const found = page.getByRole('list', { name: 'Certificates of the file' });
    await expect.element(found).toBeVisible();
    expect(found.element().textContent).toMatch(/CN=Ben Alder.*CN=Nordmark.*from .*2020.* until .*202[01]/);
    await expect.element(words('one private key')).toBeVisible();
    expect(said.filter(({ command }) => command === 'parseFile').map(({ input }) => input)).toEqual([
      { file: btoa('file') },
    ]);
  });

  test.each([
    ['INVALID_FILE', /^The file has no certificates that can be read/],
    ['FILE_NOT_SUPPORTED', /^The file is protected in a way, or of a size/],
  ])('that can’t be read says so under its field: %s', async (status, sentence) => {
    await open({ parseFile: refuses(status) });
    await choose();
    await expect.element(page.getByLabelText('Certificate file')).toHaveAccessibleDescription(sentence);
  });

  test('is not told to hold what another one holds that was chosen before', async () => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    await open({ parseFile: () => answer.promise, certificate: () => ({ certificates: [] }) });
    await choose();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await expect.element(words('Trust Assistant is asking you.')).toBeVisible();
    if (input) await userEvent.upload(input, new File(['other'], 'other.pem'));
    await expect.element(page.getByLabelText('Certificate file')).toHaveTextContent('other.pem');
    answer.resolve({ certificates: [PARSED], private_keys: 1 });
    await expect.element(page.getByText('1 certificate was read.')).toBeVisible();
    expect(page.getByRole('list', { name: 'Certificates of the file' }).elements()).toEqual([]);
  });

  test('that its passphrase does not open says so', async () => {
    await open({ parseFile: refuses('WRONG_PASSPHRASE') });
    await choose();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The passphrase does not open the file.');
  });
});

describe('[S-417] the driver of a token', () => {
  const named = page.getByRole('textbox', { name: 'Name of the driver' });
  const file = page.getByRole('textbox', { name: 'File of the driver' });

  test('is registered once its person has agreed in the assistant; its tokens appear', async () => {
    const answer = Promise.withResolvers<Record<string, unknown>>();
    const tokens: object[] = [];
    const { said } = await open({ token: () => ({ tokens }), registerProvider: () => answer.promise });
    await button('Add a token driver').click();
    await named.fill('My card');
    await file.fill('libcard.so');
    await expect.element(file).toHaveAccessibleDescription(/whole path/);
    await expect.element(button('Add driver')).toHaveAttribute('aria-disabled', 'true');
    await file.fill('/usr/lib/libcard.so');
    await button('Add driver').click();
    await expect.element(words('Trust Assistant is asking you.')).toBeVisible();
    const input = { name: 'My card', file: '/usr/lib/libcard.so' };
    expect(said.filter(({ command }) => command === 'registerProvider').map((one) => one.input)).toEqual([input]);
    tokens.push(token('other'));
    answer.resolve({ tokens });
    await expect.element(page.getByText('The driver My card was added.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'My other' })).toBeVisible();
  });

  test.each([
    ['PROVIDER_NOT_FOUND', /There is no such file on this computer/],
    ['PROVIDER_UNSAFE', /Others than you may change/],
    ['MODULE_NOT_LOADED', /is no driver of tokens/],
  ])('is refused under its field: %s', async (status, sentence) => {
    await open({ registerProvider: refuses(status) });
    await button('Add a token driver').click();
    await named.fill('My card');
    await file.fill(String.raw`C:\cards\card.dll`);
    await button('Add driver').click();
    await expect.element(file).toHaveAccessibleDescription(sentence);
    await expect.element(file).toHaveAttribute('aria-invalid', 'true');
  });

  /** Sends both, and the assistant refuses what it calls so. */
  async function refusedFor(fields: Record<string, string>) {
    await open({ registerProvider: refuses('INVALID_INPUT', fields) });
    await button('Add a token driver').click();
    await named.fill('My card');
    await file.fill(String.raw`C:\cards\card.dll`);
    await button('Add driver').click();
  }

  test('whose name the assistant refuses is refused under the name', async () => {
    await refusedFor({ name: 'invalid' });
    await expect.element(named).toHaveAccessibleDescription(/could not do that \(INVALID_INPUT\)/);
    await expect.element(named).toHaveAttribute('aria-invalid', 'true');
    await expect.element(file).not.toHaveAttribute('aria-invalid', 'true');
    // Once, and at once: the focus may stand in the field.
    expect(page.getByRole('alert').elements()).toHaveLength(1);
  });

  test('whose path is none on the assistant’s system is refused under the file', async () => {
    await refusedFor({ file: 'No absolute path.' });
    await expect.element(file).toHaveAccessibleDescription(/whole path/);
    await expect.element(named).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('that is refused for neither says so above both', async () => {
    await refusedFor({});
    await expect.element(page.getByRole('alert').getByText(/\(INVALID_INPUT\)/)).toBeVisible();
    await expect.element(file).not.toHaveAttribute('aria-invalid', 'true');
  });
});

test.each([
  ['another one', 'Read a certificate file', 'Certificate file'],
  ['the same one, opened again', 'Add a token driver', 'Name of the driver'],
])('[S-417] a driver that is registered once its dialog was cancelled does not close %s', async (_, next, label) => {
  const answer = Promise.withResolvers<Record<string, unknown>>();
  await open({ registerProvider: () => answer.promise, parseFile: () => ({}) });
  await button('Add a token driver').click();
  await page.getByRole('textbox', { name: 'Name of the driver' }).fill('My card');
  await page.getByRole('textbox', { name: 'File of the driver' }).fill('/usr/lib/libcard.so');
  await button('Add driver').click();
  await expect.element(words('Trust Assistant is asking you.')).toBeVisible();
  await button('Cancel').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button(next).click();
  await expect.element(page.getByLabelText(label)).toBeVisible();
  answer.resolve({ tokens: [] });
  await expect.element(page.getByText('The driver My card was added.')).toBeVisible();
  await expect.element(page.getByLabelText(label)).toBeVisible();
});

test.each(['Add a token driver', 'Read a certificate file'])('[S-417] “%s” needs 1.1.4', async (name) => {
  const both = { registerProvider: () => ({}), parseFile: () => ({}) };
  await open(both, '1.1.3');
  await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button(name)).toHaveAccessibleDescription('Needs a newer Trust Assistant');
  document.body.replaceChildren();
  await open(both, '1.1.4');
  await expect.element(button(name)).not.toHaveAttribute('aria-disabled');
});
