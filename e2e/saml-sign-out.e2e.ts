/** Signing out with a real SAML provider, begun here and there, by messages in addresses and in forms. */
import type { Page } from '@playwright/test';
import { PASSWORD, startSamlProvider } from './saml-provider.ts';
import { signOut } from './steps.ts';
import { expect, test } from './test.ts';

const PROFILE = /^Cleo .*, profile and sign out$/;

/** By the provider, which asks for a name where it knows nobody yet. */
async function signIn(page: Page): Promise<void> {
  await page.goto('/account/login');
  await page.getByLabel('User name').fill('cleo');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Sign in with your organization' }).click();
  await page.getByLabel('Username').fill('cleo');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: PROFILE })).toBeVisible();
}

for (const binding of ['HTTP-Redirect', 'HTTP-POST'] as const) {
  test(`who signs in by a provider of ${binding} alone signs out of both, wherever it begins`, async ({
    page,
    platform,
  }) => {
    const { primary_account_id: account } = await platform.call<{ primary_account_id: string }>(
      'cleo',
      'GET',
      '/account/api/v1/user/me',
    );
    const provider = await startSamlProvider('cleo', binding);
    const metadata = await (await fetch(provider.metadataUrl)).text();
    expect(new Set(metadata.match(/Single\w+Service Binding="[^"]*:[^":]+"/g))).toHaveProperty('size', 2);
    const messages: string[] = [];
    page.on('request', (request) => {
      const name = /[?&](SAML\w+)=/.exec(request.url()) ?? /^(SAML\w+)=/.exec(request.postData() ?? '');
      if (name) messages.push(`${request.method()} ${name[1]}`);
    });
    try {
      await platform.call('cleo', 'POST', '/account/ui-api/v1/federation/config', {
        auth_type: 'SAML 2.0',
        account_id: account,
        identity_provider_config: { metadata: { metadata } },
        status: 'ENABLED',
      });
      const own = await (await fetch(`${platform.url}/imauth/api/v1/saml/${account}`)).text();
      const other = binding === 'HTTP-POST' ? 'HTTP-Redirect' : 'HTTP-POST';
      provider.know(own.replace(new RegExp(`<md:SingleLogoutService Binding="[^"]*${other}"[^>]*/>`), ''));
      const by = binding === 'HTTP-POST' ? 'POST' : 'GET';

      await signIn(page);
      expect(messages).toEqual([`${by} SAMLRequest`, 'POST SAMLResponse']);
      messages.length = 0;
      await signOut(page);
      expect(messages).toEqual([`${by} SAMLRequest`, `${by} SAMLResponse`]);

      // The provider knows nobody now: it asks again.
      await signIn(page);
      messages.length = 0;
      await page.goto(provider.signOutUrl);
      await expect(page).toHaveURL(provider.signedOutUrl);
      expect(messages).toEqual([`${by} SAMLRequest`, `${by} SAMLResponse`]);
      await page.goto('/account/');
      await expect(page).toHaveURL(/\/account\/login/);
      await platform.call('cleo', 'DELETE', `/account/ui-api/v1/federation/config/${account}`);
    } finally {
      await provider.close();
    }
  });
}
