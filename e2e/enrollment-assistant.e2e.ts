/** Invitations whose key the trust assistant keeps: the real one, with its software key store and with SoftHSM2. */
import type { Browser, Page } from '@playwright/test';
import { CARD_PIN } from '../pkcs11/src/testing/piv-card.ts';
import { cardInReader } from '../pkcs11/src/testing/piv-reader.ts';
import { softHsm, PIN } from '../pkcs11/src/testing/soft-hsm.ts';
import { startAssistant, type RunningAssistant } from '../tools/running-assistant.ts';
import { callerOf } from '../tools/running-server.ts';
import { emilOf } from './nordmark.ts';
import type { Place } from './place.ts';
import { expectNotice } from './steps.ts';
import { expect, test, type Platform } from './test.ts';
import { linkTo } from './visits/mail.ts';

const ENROLLMENT = '/account/ui-api/v2/enrollment';
/** Of the software key store, chosen in the story. */
const OWN_PIN = 'abcde1';

type Scene = {
  platform: Platform;
  assistant: RunningAssistant;
  page: Page;
  /** What the page asks of platform and assistant, in its order, as "assistant" or by its method. */
  asked: string[];
  /** Invites Emil and opens the link as somebody without a session; answers the id of the enrollment. */
  invite: (values: Record<string, string>) => Promise<string>;
  /** From the invitation through the gate: types the number of the page into the assistant. */
  approve: () => Promise<void>;
};

/** A platform and an assistant that know each other's ports; the platform lets desktops with Linux in. */
async function withAssistant(
  { demoPlace, browser, more = {} }: { demoPlace: Place; browser: Browser; more?: Record<string, string> },
  settings: Record<string, string>,
  story: (scene: Scene) => Promise<void>,
): Promise<void> {
  const assistant = await startAssistant({ settings });
  const server = await demoPlace.start({ ASSISTANT_PORT: String(assistant.port), ...more });
  try {
    const platform = { ...server, ...callerOf(server.url) };
    await platform.call('ada', 'PUT', '/account/ui-api/v1/trust-assistant', { enabled: true, linux: true });
    const emil = await emilOf(platform);
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { port, pathname } = new URL(request.url());
      if (port === String(assistant.port)) asked.push('assistant');
      if (pathname.includes('/enrollment/') && pathname.includes('/ui-api/')) asked.push(request.method());
    });
    await story({
      platform,
      assistant,
      page,
      asked,
      async invite(values) {
        const { id } = await platform.call<{ id: string }>('cleo', 'POST', ENROLLMENT, { user_id: emil.id, ...values });
        await page.goto(await linkTo(platform, 'emil'));
        await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
        return id;
      },
      async approve() {
        await page.getByRole('button', { name: 'Continue' }).click();
        const number = (await page.getByLabel('Number for Trust Assistant').textContent()) ?? '';
        await assistant.answers('asks to use the keys', number.replaceAll(/\D/g, ''));
      },
    });
    await context.close();
  } finally {
    await server.stop();
    await assistant.stop();
    assistant.removeFolder();
  }
}

const statusOf = async ({ platform }: Scene, id: string): Promise<string> =>
  (await platform.call<{ status: string }>('cleo', 'GET', `${ENROLLMENT}/${id}/status`)).status;

/** One after the other, the same ones only once. */
const inTurn = (asked: readonly string[]): string[] => asked.filter((one, at) => one !== asked[at - 1]);

/** An invitation whose template demands a key that a token attests. */
async function attestedInvitation({ call }: Platform): Promise<{ id: string; link: string }> {
  const { items } = await call<{ items: { profile_id: string; key_types: string[] }[] }>(
    'cleo',
    'GET',
    '/account/ui-api/v1/template?limit=100',
  );
  const { id: template_id } = await call<{ id: string }>('cleo', 'POST', '/account/ui-api/v1/template', {
    name: 'Attested people',
    profile_id: items.find(({ key_types: types }) => types.includes('rsa_2048'))?.profile_id,
    seat_types: ['user'],
    requires_attestation: true,
  });
  return call('cleo', 'POST', ENROLLMENT, {
    email: 'maren.holt@nordmark-lb.example',
    first_name: 'Maren',
    last_name: 'Holt',
    template_id,
    keystore_location: 'hardware_token',
  });
}

const create = 'Create certificate';
const ready = 'Your certificate is ready';

async function initialize({ page, assistant }: Scene): Promise<void> {
  await page.getByRole('button', { name: 'Initialize key store' }).click();
  await assistant.answers('Choose the PIN (', OWN_PIN);
  await assistant.answers('Once more', OWN_PIN);
  await assistant.answers('Choose the PIN to reset it with (', 'zyxwv9');
  await assistant.answers('Once more', 'zyxwv9');
}

test('[S-005 S-103 S-106 S-107 S-160 S-394 S-405] a certificate comes into the software key store', async ({
  browser,
  demoPlace,
}) => {
  test.slow();
  await withAssistant({ demoPlace, browser }, {}, async (scene) => {
    const { page, assistant, asked } = scene;
    const id = await scene.invite({ keystore_location: 'software' });
    // Reading is all that happens by itself.
    expect(asked).toEqual(['GET']);
    await scene.approve();
    await initialize(scene);
    await page.getByRole('button', { name: create }).click();
    await expect(page.getByText('Trust Assistant is making the key.')).toBeVisible();
    await assistant.answers('asks to make the key', OWN_PIN);
    await expectNotice(page, 'Certificate installed', { timeout: 60_000 });
    await expect(page.getByRole('heading', { name: ready })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in with a certificate' })).toBeVisible();
    await expect(page.getByText('Emil Haugen').first()).toBeVisible();
    expect(inTurn(asked)).toEqual(['GET', 'assistant', 'POST', 'assistant', 'PUT']);
    expect(await statusOf(scene, id)).toBe('redeemed');
  });
});

test('[S-161 S-408] a refused key redeems nothing; a page that was loaded again goes on with the same key', async ({
  browser,
  demoPlace,
}) => {
  test.slow();
  await withAssistant({ demoPlace, browser }, {}, async (scene) => {
    const { page, assistant, asked } = scene;
    const id = await scene.invite({ keystore_location: 'software' });
    await scene.approve();
    await initialize(scene);
    await page.getByRole('button', { name: create }).click();
    // Esc: the person refuses.
    await assistant.answers('asks to make the key', '\u001b');
    await expect(page.getByRole('alert')).toContainText('The certificate request could not be made.');
    expect(asked).not.toContain('POST');
    expect(await statusOf(scene, id)).toBe('invited');
    // The platform does not answer to the request of the next key.
    await page.route('**/client-auth-certificate', (route) => route.abort());
    await page.getByRole('button', { name: 'Try again' }).click();
    await assistant.answers('asks to make the key', OWN_PIN);
    await expect(page.getByRole('alert')).toContainText('The certificate was not issued.');
    expect(asked).not.toContain('PUT');
    await page.unroute('**/client-auth-certificate');
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Create your certificate' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    // Nobody is asked for a PIN again: the key is there.
    await expect(page.getByRole('heading', { name: ready })).toBeVisible({ timeout: 60_000 });
    expect(await statusOf(scene, id)).toBe('redeemed');
  });
});

test('[S-099 S-100 S-104 S-166 S-204] a token is waited for, chosen, and gets the certificate', async ({
  browser,
  demoPlace,
}) => {
  test.slow();
  const hsm = softHsm();
  const { SOFTHSM2_CONF } = hsm.environment;
  // Cards that happen to be in this machine are none of the story's.
  const settings = { SIGNET_ASSISTANT_TOKENS: 'on', SOFTHSM2_CONF, PCSCLITE_CSOCK_NAME: '/nowhere/pcscd.comm' };
  try {
    await withAssistant({ demoPlace, browser }, settings, async (scene) => {
      const { page, assistant } = scene;
      const id = await scene.invite({ keystore_location: 'hardware_token', enrollment_method: 'DDC' });
      await scene.approve();
      const none = page.getByRole('status').filter({ hasText: /^No hardware token detected\.$/ });
      await expect(none).toBeVisible();
      hsm.token('Maren');
      hsm.token('Emil');
      await page.getByRole('radio', { name: /Emil/ }).check();
      await expect(none).toHaveCount(0);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: create }).click();
      await assistant.answers('asks to make the key', PIN);
      await expect(page.getByRole('heading', { name: ready })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText('It is kept in Emil.')).toBeVisible();
      expect(await statusOf(scene, id)).toBe('redeemed');
    });
  } finally {
    hsm.remove();
  }
});

test('a YubiKey attests its key where that is demanded; a token that can’t is told before one is made', async ({
  browser,
  demoPlace,
}) => {
  test.slow();
  const card = await cardInReader();
  const hsm = softHsm();
  const { SOFTHSM2_CONF } = hsm.environment;
  hsm.token('Maren');
  try {
    const parts = { demoPlace, browser, more: { KEY_ATTESTATION_AUTHORITIES: card.makerFile } };
    await withAssistant(parts, { SIGNET_ASSISTANT_TOKENS: 'on', SOFTHSM2_CONF }, async (scene) => {
      const { page, platform, assistant } = scene;
      const { id, link } = await attestedInvitation(platform);
      await page.goto(link);
      await scene.approve();
      await expect(page.getByRole('radio', { name: /Maren/ })).toBeDisabled();
      await expect(page.getByText('it can’t attest that a key was made in it')).toBeVisible();
      await page.getByRole('radio', { name: /YubiKey/ }).check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: create }).click();
      await assistant.answers('management key', '');
      await assistant.answers('Type the PIN of the token', CARD_PIN);
      await assistant.answers('keep a certificate', '');
      await expect(page.getByRole('heading', { name: ready })).toBeVisible({ timeout: 60_000 });
      const { certificate_id: certificate } = await platform.call<{ certificate_id: string }>(
        'cleo',
        'GET',
        `${ENROLLMENT}/${id}`,
      );
      expect(await platform.call('cleo', 'GET', `/account/ui-api/v1/certificate/${certificate}`)).toMatchObject({
        key_attestation: { maker: 'CN=Maker of cards', serial_number: '18204417', firmware: '5.4.3' },
      });
    });
  } finally {
    hsm.remove();
    await card.remove();
  }
});

test('[S-402 S-403 S-404] what is not installed is said with serial number and key store, and stays open', async ({
  browser,
  demoPlace,
}) => {
  test.slow();
  await withAssistant({ demoPlace, browser }, {}, async (scene) => {
    const { page, assistant } = scene;
    const id = await scene.invite({ keystore_location: 'software', enrollment_method: 'DDC' });
    await scene.approve();
    await initialize(scene);
    // A certificate for another key: the assistant refuses it, as none of its keys is meant.
    await page.route('**/client-auth-certificate', async (route) => {
      const answer = await route.fetch();
      const body: { chain: string[] } = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, x509_cert: body.chain[0] } });
    });
    await page.getByRole('button', { name: create }).click();
    await assistant.answers('asks to make the key', OWN_PIN);
    const banner = page.getByRole('main').getByRole('alert');
    await expect(banner).toContainText('Certificate installation failed');
    await expect(banner).toContainText(/The token has no key for this certificate\./);
    await expect(banner).toContainText(/There is no certificate with the serial number [\da-f]+ in Software keys\./);
    await expectNotice(page, 'Certificate installation failed');
    await expect(page.getByRole('heading', { name: ready })).toHaveCount(0);
    expect(await statusOf(scene, id)).toBe('generated');
  });
});
