/** Invitations whose key the assistant keeps, where there is none; with one see enrollment-assistant.e2e.ts. */
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newConnector } from '../../assistant/connector.ts';
import { AssistantProblem } from '../../assistant/session.ts';
import { assistantEnd, Refusal } from '../../assistant/testing/assistant-end.ts';
import { CONSOLE, testSurroundings } from '../../assistant/testing/surroundings.ts';
import { AssistantContext } from '../../shell/assistant/assistant.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import EnrollmentPage from './EnrollmentPage.tsx';
import { InstallFailure } from './InstallFailure.tsx';
import { CODE, ID, invitation } from './testing.ts';

const AT = {
  at: `/account/enrollment/${ID}/${CODE}`,
  pages: ['account/enrollment/$enrollmentId/$enrollmentCode'],
};

test('what was typed is there again when the page is loaded again before its person went on', async () => {
  answerWith(({ path }) =>
    path.includes('/enrollment/') ? invitation({ keystore_location: 'software', asked: ['locality'] }) : undefined,
  );
  await renderPart(<EnrollmentPage />, AT);
  await page.getByLabelText('City').fill('Luleå');
  document.body.replaceChildren();
  await renderPart(<EnrollmentPage />, AT);
  await expect.element(page.getByLabelText('City')).toHaveValue('Luleå');
});

/** What the platform says of the assistant. */
const SETTINGS = {
  enabled: true,
  linux: true,
  minimum_version: null,
  port: 8900,
  download_url: '/account/client-tools',
};

test('[S-098 S-162 S-167] without an assistant it offers one to install, half a second after the answer', async () => {
  let answeredAt = Infinity;
  let askedAt = -Infinity;
  answerWith(({ path }) => {
    if (path.endsWith('/trust-assistant')) return SETTINGS;
    if (path.endsWith('/hello')) {
      if (askedAt < 0) askedAt = performance.now();
      throw new TypeError('Failed to fetch');
    }
    if (!path.includes('/enrollment/')) return undefined;
    answeredAt = performance.now();
    return invitation({ keystore_location: 'software' });
  });
  await renderPart(<EnrollmentPage />, AT);
  const next = page.getByRole('button', { name: 'Continue' });
  await next.click();
  await expect.element(page.getByRole('heading', { name: 'Trust Assistant is not running' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Download Trust Assistant' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create certificate' })).not.toBeInTheDocument();
  expect(askedAt - answeredAt).toBeGreaterThanOrEqual(500);
});

const halt = {
  stage: 'install' as const,
  cause: new AssistantProblem('CERTIFICATE_WITHOUT_KEY', 'No key.'),
  serial: '5e0b91c4',
};
const failure = (method: 'DTA' | 'DDC') => (
  <InstallFailure stopped={halt} enrollment={invitation({ enrollment_method: method })} keystore="YubiKey 5" />
);
const serialNumber = page.getByText(/There is no certificate with the serial number 5e0b91c4 in YubiKey 5\./);

test('[S-105 S-108 S-402] a failure says why; what else it says is chosen by the flag alone', async () => {
  await renderPart(failure('DTA'));
  const banner = page.getByRole('alert');
  await expect.element(banner.getByText('Certificate installation failed')).toBeVisible();
  await expect.element(banner.getByText(/The token has no key for this certificate\./)).toBeVisible();
  await expect.element(serialNumber).not.toBeInTheDocument();
  document.body.replaceChildren();
  await renderPart(failure('DDC'));
  await expect.element(banner.getByText('Certificate installation failed')).toBeVisible();
  await expect.element(banner.getByText(/The token has no key for this certificate\./)).toBeVisible();
  await expect.element(serialNumber).toBeVisible();
});

/** Goes past the first page of an invitation for a token. */
async function openForToken({ network }: ReturnType<typeof assistantEnd>, more: object, query = '') {
  const { world } = testSurroundings({ network });
  const calls = answerWith(({ path }) => {
    if (path.endsWith('/trust-assistant')) return SETTINGS;
    return path.includes('/enrollment/') ? invitation({ keystore_location: 'hardware_token', ...more }) : undefined;
  });
  await renderPart(
    <AssistantContext value={newConnector(world)}>
      <EnrollmentPage />
    </AssistantContext>,
    { ...AT, at: AT.at + query },
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  return calls;
}

test('[S-166] what keeps the assistant from looking for tokens is said, and not that there are none', async () => {
  let fails = false;
  const end = assistantEnd({
    origin: CONSOLE,
    replies: {
      config: () => ({ key_stores: [{ type: 'yubikey', enabled: true, available: true, initialized: true }] }),
      token: () => {
        if (fails) throw new Refusal('CKR_TOKEN_NOT_RECOGNIZED');
        return { tokens: [] };
      },
    },
  });
  await openForToken(end, {});
  const none = page.getByText('No hardware token detected.', { exact: true });
  await expect.element(none).toBeVisible();
  // The banner beside the line that says that the page goes on looking.
  const lines = page.getByRole('status').elements();
  const said = lines.map(({ textContent }) => textContent).filter((text) => text !== '');
  expect(said).toEqual([
    'Insert your hardware token',
    'No hardware token detected.',
    'This page looks every 5 seconds.',
  ]);
  fails = true;
  await expect.element(page.getByText(/does not know this kind of token/)).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
  fails = false;
  await expect.element(none).toBeVisible();
});

test('a token that is inserted leads to the next step, which is said where the step before was', async () => {
  const there: { tokens: object[] } = { tokens: [] };
  const end = assistantEnd({
    origin: CONSOLE,
    replies: {
      config: () => ({ key_stores: [{ type: 'smartcard', enabled: true, available: true, initialized: true }] }),
      token: () => ({ tokens: there.tokens }),
      refresh: () => ({ tokens: [] }),
    },
  });
  await openForToken(end, {});
  const step = page.getByRole('status').filter({ hasText: 'Insert your hardware token' });
  await expect.element(step).toBeInTheDocument();
  const place = step.element();
  there.tokens = [second()];
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect.poll(() => place.textContent).toBe('Choose where to keep your certificate');
  expect(place.isConnected).toBe(true);
});

const second = () => ({ ...TOKEN, keystore: 'smartcard', serial: 'C2', label: 'Second' });

test.each([
  ['beside one that is there', () => [TOKEN]],
  ['while none is there', () => []],
] as const)('[S-166] a token is found by a driver that begins anew when one looks again, %s', async (_name, before) => {
  let isPluggedIn = false;
  let hasBegunAnew = false;
  const end = assistantEnd({
    origin: CONSOLE,
    replies: {
      config: () => ({ key_stores: [{ type: 'smartcard', enabled: true, available: true, initialized: true }] }),
      token: () => ({ tokens: hasBegunAnew ? [...before(), second()] : before() }),
      refresh: () => {
        hasBegunAnew = isPluggedIn;
        return { tokens: [] };
      },
    },
  });
  await openForToken(end, {});
  const lookAgain = page.getByRole('button', { name: 'Look again' });
  await expect.element(lookAgain).toBeVisible();
  isPluggedIn = true;
  await lookAgain.click();
  await expect.element(page.getByRole('radio', { name: /Second/ })).toBeVisible();
});

test('[S-166 S-417] a token without a PIN is made ready on the page, and can be chosen then', async () => {
  const blank = { ...TOKEN, keystore: 'smartcard', serial: 'C1', label: '', pin_state: 'uninitialized' };
  const there = { tokens: [blank] };
  const end = assistantEnd({
    origin: CONSOLE,
    replies: {
      config: () => ({ key_stores: [{ type: 'smartcard', enabled: true, available: true, initialized: false }] }),
      token: () => ({ tokens: there.tokens }),
      initToken: () => {
        there.tokens = [{ ...blank, label: 'Maren', pin_state: 'ok' }];
        return { token: there.tokens[0] };
      },
    },
  });
  await openForToken(end, {});
  const card = page.getByRole('radio', { name: /^C1/ });
  await expect.element(card).toBeDisabled();
  const initialize = page.getByRole('button', { name: 'Initialize token' });
  await expect.element(initialize).toHaveAccessibleDescription(/it has no PIN/);
  await initialize.click();
  const dialog = page.getByRole('dialog', { name: 'Initialize the token C1?' });
  await expect.element(dialog.getByText(/Reset PIN/)).not.toBeInTheDocument();
  await dialog.getByRole('textbox', { name: 'Name of the token' }).fill('Maren');
  await dialog.getByRole('button', { name: 'Initialize token' }).click();
  await expect.element(page.getByRole('radio', { name: /^Maren/ })).toBeChecked();
  await expect.element(initialize).not.toBeInTheDocument();
  const input = { keystore: 'smartcard', token: 'C1', label: 'Maren' };
  expect(end.said.filter(({ command }) => command === 'initToken')).toEqual([{ command: 'initToken', input }]);
});

test('[S-417] a token without a PIN is not made ready by an assistant that can’t', async () => {
  const tokens = [{ ...TOKEN, keystore: 'smartcard', pin_state: 'uninitialized' }];
  const key_stores = [{ type: 'smartcard', enabled: true, available: true, initialized: false }];
  const end = assistantEnd({ origin: CONSOLE, replies: { config: () => ({ key_stores }), token: () => ({ tokens }) } });
  await openForToken(end, {});
  await expect.element(page.getByText(/it has no PIN/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Initialize token' })).not.toBeInTheDocument();
});

const FINGERPRINT = 'ab'.repeat(32);
const renews = { fingerprint: FINGERPRINT, serial: '0a', valid_to: '2126-12-06 10:00:00' };
const TOKEN = {
  keystore: 'yubikey',
  serial: 'Y1',
  label: 'Key ring',
  pin_state: 'ok',
  pin_tries: 'unlimited',
  key_sizes: { rsa: { min: 2048, max: 2048 }, ec: null },
};
const OLD = {
  keystore: 'yubikey',
  token: 'Y1',
  id: '01',
  key_type: 'rsa_2048',
  label: 'Maren Nordhoff',
  created_at: '2026-01-01T00:00:00.000Z',
  origin: CONSOLE,
  certificate: {
    subject: 'CN=Maren Nordhoff',
    issuer: 'CN=Nordmark',
    serial_number: '0a',
    valid_from: '2020-01-01T00:00:00.000Z',
    valid_to: '2126-12-06T00:00:00.000Z',
    fingerprint: FINGERPRINT,
  },
};
beforeEach(() => sessionStorage.clear());

/** Comes as far as the page that makes the certificate, where the assistant has this key. */
async function openAtCreate(old: object, renewed: typeof renews | null, more: object = {}, query = '') {
  const end = assistantEnd({
    origin: CONSOLE,
    replies: {
      config: () => ({ key_stores: [{ type: 'yubikey', enabled: true, available: true, initialized: true }] }),
      token: () => ({ tokens: [TOKEN] }),
      certificate: () => ({ certificates: [old] }),
      generate: () => ({ id: '02', csr: 'AAAA' }),
    },
  });
  const calls = await openForToken(end, { renews: renewed, ...more }, query);
  await expect.element(page.getByRole('heading', { name: 'Key ring' }).or(page.getByText('Key ring'))).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByRole('button', { name: 'Create certificate' })).toBeVisible();
  return { ...end, calls };
}

test.each([
  ['DTA', '', 'DTA'],
  ['DTA', '?enrollment_method=DDC', 'DDC'],
  ['DDC', '?enrollment_method=DTA', 'DTA'],
  ['DDC', '?enrollment_method=telepathy', 'DDC'],
])('[S-105] an invitation to %s opened with “%s” installs by %s', async (invited, query, used) => {
  const away = { ...OLD, id: '02', certificate: null };
  const { calls } = await openAtCreate(away, null, { enrollment_method: invited }, query);
  await page.getByRole('button', { name: 'Create certificate' }).click();
  const sent = () => calls.filter(({ path }) => path.endsWith('/client-auth-certificate')).map(({ body }) => body);
  await expect.poll(sent).toEqual([expect.objectContaining({ enrollment_method: used })]);
});

describe('a renewal within the assistant', () => {
  /** Has the certificate made, and answers which commands came by then. */
  async function renewWith(old: object) {
    const { said } = await openAtCreate(old, renews);
    await page.getByRole('button', { name: 'Create certificate' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    return said.map(({ command }) => command);
  }

  test('is refused where a YubiKey would make the new key over the old one; nothing is made', async () => {
    const said = await renewWith(OLD);
    await expect.element(page.getByText(/in the place of your present one/)).toBeVisible();
    expect(said).not.toContain('generate');
  });

  test('is made where the old key is elsewhere: another place, another token', async () => {
    expect(await renewWith({ ...OLD, id: '02' })).toContain('generate');
  });

  test('is refused where no token has the old certificate; nothing is made', async () => {
    const said = await renewWith({ ...OLD, certificate: { ...OLD.certificate, fingerprint: '00' } });
    await expect.element(page.getByText(/in none of the tokens of this computer/)).toBeVisible();
    expect(said).not.toContain('generate');
  });
});

describe('a place of a token that holds a key', () => {
  const gone = page.getByText(/will be gone for good/);

  test('[S-209] is named before the new key is made over it, with the certificate', async () => {
    await openAtCreate(OLD, null);
    await expect.element(gone).toBeVisible();
    const said = gone.element().textContent;
    for (const part of ['Key ring', 'Nordhoff', 'CN=Nordmark']) expect(said).toContain(part);
  });

  test('is named in a renewal too, where the key is not the one that has to sign', async () => {
    await openAtCreate({ ...OLD, certificate: null }, renews);
    await expect.element(gone).toBeVisible();
  });

  test.each([
    ['another place', { id: '02' }, null],
    ['another token', { token: 'Y2' }, null],
    ['the key that is renewed', {}, renews],
  ])('nothing is said of %s', async (_what, other, renewed) => {
    const { said } = await openAtCreate({ ...OLD, ...other }, renewed);
    await expect.poll(() => said.map(({ command }) => command)).toContain('certificate');
    await expect.element(gone).not.toBeInTheDocument();
  });
});
