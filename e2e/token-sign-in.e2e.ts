/** Signing in with a certificate that an enrollment put into a token: the token signs, its key never leaves it. */
import { softHsm, PIN } from '../pkcs11/src/testing/soft-hsm.ts';
import { startAssistant } from '../tools/running-assistant.ts';
import { callerOf } from '../tools/running-server.ts';
import { emilOf } from './nordmark.ts';
import { nssClient } from './nss-client.ts';
import { expect, test } from './test.ts';
import { linkTo } from './visits/mail.ts';

const ENROLLMENT = '/account/ui-api/v2/enrollment';

test('[S-166 S-322] who got a certificate into a token signs in by it and its PIN, until it is revoked', async ({
  browser,
  demoPlace,
}) => {
  test.slow();
  const hsm = softHsm();
  const { SOFTHSM2_CONF } = hsm.environment;
  // Cards that happen to be in this machine are none of the story's.
  const settings = { SIGNET_ASSISTANT_TOKENS: 'on', SOFTHSM2_CONF, PCSCLITE_CSOCK_NAME: '/nowhere/pcscd.comm' };
  const assistant = await startAssistant({ settings });
  const server = await demoPlace.start({ ASSISTANT_PORT: String(assistant.port) });
  hsm.token('Badge');
  const nss = nssClient(hsm);
  try {
    const platform = { ...server, ...callerOf(server.url) };
    const { call } = platform;
    await call('ada', 'PUT', '/account/ui-api/v1/trust-assistant', { enabled: true, linux: true });
    const emil = await emilOf(platform);
    const { id } = await call<{ id: string }>('cleo', 'POST', ENROLLMENT, {
      user_id: emil.id,
      keystore_location: 'hardware_token',
    });
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto(await linkTo(platform, 'emil'));
    await page.getByRole('button', { name: 'Continue' }).click();
    const number = (await page.getByLabel('Number for Trust Assistant').textContent()) ?? '';
    await assistant.answers('asks to use the keys', number.replaceAll(/\D/g, ''));
    await expect(page.getByText('Badge').first()).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create certificate' }).click();
    await assistant.answers('asks to make the key', PIN);
    await expect(page.getByRole('heading', { name: 'Your certificate is ready' })).toBeVisible({ timeout: 60_000 });

    const [name = ''] = nss.namesIn('Badge', PIN);
    expect(name).toMatch(/^Badge:/);
    const { url } = await call<{ url: string }>(null, 'GET', '/account/api/v1/clientAuthLoginUrl');
    // Nothing shown, and a token that does not sign.
    for (const shown of [undefined, { name, pin: 'Sesame-4712' }])
      expect(nss.ledFrom(url, shown)).toContain('/clientAuthLoginVerificationError/missing');
    await page.goto(nss.ledFrom(url, { name, pin: PIN }) ?? '');
    // It was not begun in this tab, which therefore asks.
    await page.getByRole('button', { name: 'Go on as Emil Haugen' }).click();
    await expect(page.getByRole('button', { name: /^Emil .*, profile and sign out$/ })).toBeVisible();

    const { certificate_id: certificate } = await call<{ certificate_id: string }>(
      'cleo',
      'GET',
      `${ENROLLMENT}/${id}`,
    );
    const revoke = `/account/ui-api/v1/user/${emil.id}/client-auth-certificate/${certificate}/revoke`;
    await call('cleo', 'PUT', revoke, { reason: 'superseded' });
    expect(nss.ledFrom(url, { name, pin: PIN })).toContain('/clientAuthLoginVerificationError/revoked');
    await page.reload();
    await expect(page).toHaveURL(/\/account\/login/);
    await context.close();
  } finally {
    nss.remove();
    await server.stop();
    await assistant.stop();
    assistant.removeFolder();
    hsm.remove();
  }
});
