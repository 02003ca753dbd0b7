/** The migration tool, as people use it: an account leaves one platform as a file, and comes to another. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { callerOf } from '../tools/running-server.ts';
import { enter, expectAccessible, expectNotice } from './steps.ts';
import { expect, test, type Platform } from './test.ts';

const TOOL = '/account/migrationTool';
const API = '/account/ui-api/v1';

/** An account that this platform alone has, with an organization; answers its id. */
async function addAccount(platform: Pick<Platform, 'call'>, name: string, identifier: string): Promise<string> {
  const { id } = await platform.call<{ id: string }>('ada', 'POST', `${API}/account`, {
    name,
    friendly_identifier: identifier,
    locale: 'en_US',
    service_period: { from: '2026-01-01', to: '2099-12-31' },
    organization: { name },
  });
  return id;
}

const tool = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Migration tool' });

test('[S-087 A-005] an account is let go, carried to another platform as a file, migrated and put in service', async ({
  page,
  platform,
  demoPlace,
  browser,
}) => {
  const identifier = `harbor-${Date.now()}`;
  const name = `Harbor ${Date.now()}`;
  await addAccount(platform, name, identifier);
  const file = path.join(tmpdir(), `harbor-${identifier}.signet`);
  const server = await demoPlace.start();
  const there = await browser.newContext({ baseURL: server.url });
  try {
    await enter(page, 'ada');
    await tool(page).click();
    await page.getByRole('combobox', { name: 'Account' }).fill(name);
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Let this account move' }).click();
    const line = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Until' });
    const code = await page
      .getByRole('dialog')
      .getByText(/^move_/)
      .textContent();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await expect(line.getByText('Ready')).toBeVisible();
    await expectAccessible(page);
    const coming = page.waitForEvent('download');
    await line.getByRole('button', { name: 'Download file' }).click();
    await (await coming).saveAs(file);
    // The code was shown this once.
    await page.reload();
    await expect(line.getByText('Ready')).toBeVisible();
    await expect(page.getByText(/move_/)).toHaveCount(0);

    const target = await there.newPage();
    await enter(target, 'ada', TOOL);
    await target.getByLabel('Transfer code', { exact: true }).fill('move_wrong');
    const choosing = target.waitForEvent('filechooser');
    await target.getByRole('button', { name: 'File of the account' }).click();
    await (await choosing).setFiles(file);
    await target.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(target.getByText('This code does not open the file.')).toBeVisible();

    await target.goto(TOOL);
    await target.getByLabel('Transfer code', { exact: true }).fill(code ?? '');
    const again = target.waitForEvent('filechooser');
    await target.getByRole('button', { name: 'File of the account' }).click();
    await (await again).setFiles(file);
    await target.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(target.getByText('Checked, nothing changed')).toBeVisible();
    await expect(target.getByText('Nothing stands in the way.')).toBeVisible();

    await target.getByRole('button', { name: 'Migrate account' }).click();
    const dialog = target.getByRole('dialog', { name: `Migrate ${name}?` });
    await dialog.getByRole('textbox').fill(identifier);
    await dialog.getByRole('button', { name: 'Migrate account' }).click();
    await expectNotice(target, 'Account migrated');
    await expect(target.getByText('Here, not in service yet')).toBeVisible();
    await expect(target.getByText('What is here is what came: the digests of all tables agree.')).toBeVisible();
    await expectAccessible(target);
    const report = target.waitForEvent('download');
    await target.getByRole('button', { name: 'Download signed report' }).click();
    expect((await report).suggestedFilename()).toBe(`migration-${identifier}.json`);

    await target.getByRole('button', { name: 'Confirm' }).click();
    const confirm = target.getByRole('dialog', { name: `Put ${name} in service here?` });
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await expectNotice(target, 'The account is in service here.');
    await target.getByRole('link', { name: 'Open the account' }).click();
    await expect(target.getByRole('heading', { level: 1, name })).toBeVisible();
    const found = await callerOf(server.url).call<{ items: { active: boolean }[] }>(
      'ada',
      'GET',
      `${API}/account?name=${encodeURIComponent(name)}`,
    );
    expect(found.items).toMatchObject([{ active: true }]);
  } finally {
    await there.close();
    await server.stop();
    rmSync(file, { force: true });
  }
});

test('[S-087 A-004] what comes where it is already is not migrated, and a failure says why', async ({
  page,
  platform,
}) => {
  const name = `Quay ${Date.now()}`;
  const identifier = `quay-${Date.now()}`;
  const id = await addAccount(platform, name, identifier);
  const left = await platform.call<{ departure: { id: string; address: string }; code: string }>(
    'ada',
    'POST',
    `${API}/account/${id}/departure`,
  );
  await enter(page, 'ada', TOOL);
  await page.getByLabel('The address of its platform').check();
  await page.getByLabel('Address', { exact: true }).fill('https://other.example/');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByLabel('Address', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Address', { exact: true }).fill(left.departure.address);
  await page.getByLabel('Transfer code', { exact: true }).fill(left.code);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText(/entr(?:y|ies) of this account (?:is|are) on this platform already/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('button', { name: 'Migrate account' })).toHaveCount(0);
  // Whoever asks all the same hears why.
  const arrival = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect(
    platform.call('ada', 'POST', '/account/api/v1/account/migrate', {
      account_identifier: identifier,
      migration_id: arrival,
    }),
  ).rejects.toThrow(/409.*MIGRATION_UNRESOLVED/);
  await page.getByRole('button', { name: 'Discard file' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard file' }).click();
  await expect(page).toHaveURL(TOOL);
});

test.describe('the flag', () => {
  test.use({ baseURL: async ({ demoPlace }, use) => use(demoPlace.url) });

  test('[S-232 S-257] permission and flag show the migration tool; without one of them the page is refused', async ({
    page,
    demoPlace,
  }) => {
    const server = await demoPlace.start();
    const { call } = callerOf(server.url);
    const refused = page.getByText(/It is switched off on this platform/);
    try {
      await enter(page, 'ada', '/account/profile');
      await expect(tool(page)).toBeVisible();
      // Others who manage accounts are told whom to ask.
      const partner = await page.context().browser()?.newContext({ baseURL: server.url });
      if (!partner) throw new Error('There is no browser.');
      const other = await partner.newPage();
      await enter(other, 'ben', TOOL);
      await expect(other.getByText(/^Accounts are moved by administrators/)).toBeVisible();
      await partner.close();

      for (const flag of ['AM_enable_account_migration', 'enable-account-migration']) {
        const switched = `${API}/feature-flag/${flag}`;
        await call('ada', 'PUT', switched, { enabled: false });
        await page.goto(TOOL);
        await expect(refused, flag).toBeVisible();
        await expect(tool(page)).toHaveCount(0);
        await call('ada', 'PUT', switched, { enabled: true });
        await page.goto(TOOL);
        await expect(page.getByRole('heading', { level: 1, name: 'Migration tool' })).toBeVisible();
        await expect(tool(page)).toBeVisible();
      }
      const nobody = await page.context().browser()?.newContext({ baseURL: server.url });
      if (!nobody) throw new Error('There is no browser.');
      const emil = await nobody.newPage();
      await enter(emil, 'emil', TOOL);
      await expect(emil.getByRole('heading', { name: /^You can’t open Migration tool/ })).toBeVisible();
      await expect(tool(emil)).toHaveCount(0);
      await nobody.close();
    } finally {
      await server.stop();
    }
  });
});
