import type { Page } from '@playwright/test';
import type { Visit } from './visit.ts';

const KEYS = '/account/profile/keys';

/** The page on a platform that allows Linux, where the pictures are taken. */
export async function withLinux(page: Page): Promise<void> {
  const settings = {
    enabled: true,
    linux: true,
    minimum_version: null,
    port: 8900,
    download_url: '/account/client-tools',
  };
  await page.route('**/ui-api/v1/trust-assistant', (route) => route.fulfill({ json: settings }));
}

/** As well, where an assistant of this version answers: ours is never older than it has to be. */
async function withVersion(page: Page, version: string): Promise<void> {
  const hello = { version, capability_version: '1.1.1', channel_version: 1 };
  await withLinux(page);
  await page.route('http://127.0.0.1:8900/**', (route) => route.fulfill({ json: hello }));
  await page.reload();
}

export const visits: readonly Visit[] = [
  { route: '/account/dta-sign-in-success-info', name: 'assistant-signed-in', as: null },
  { route: KEYS, name: 'keys', as: 'ada' },
  {
    route: KEYS,
    name: 'keys-outdated-assistant',
    as: 'ada',
    async act(page) {
      await withVersion(page, '3.3.0');
      await page.getByRole('heading', { name: 'Trust Assistant is outdated' }).waitFor();
    },
  },
];
