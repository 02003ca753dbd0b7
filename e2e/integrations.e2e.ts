/** OAuth clients and signing clients, from the page of an account and from the platform's settings. */
import { enter, expectNotice } from './steps.ts';
import { expect, test } from './test.ts';

test('[A-075 A-182 A-183 A-184 A-200] an OAuth client is made, gets another secret, is disabled, deleted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'cleo', '/account/accounts');
  await page.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
  const cards = page.getByRole('region', { name: /^Integrations/ });
  await cards.getByRole('link', { name: 'Add OAuth client' }).click();
  await expect(page).toHaveURL(/\/add-oauth-integration$/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Door service');
  await page.getByLabel('View seats').check();
  await page.getByRole('button', { name: 'Add OAuth client' }).click();
  await page.getByRole('button', { name: 'Copy secret' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^signet_client_[0-9A-Za-z]{36}$/);
  const first = await copied();
  await page.getByRole('button', { name: 'I have stored it' }).click();

  // The page goes on where the client is.
  const heading = cards.getByRole('button', { name: /^Integrations/ });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  const card = cards.getByRole('listitem').filter({ hasText: 'Door service' });
  await expect(card).toContainText('Enabled');
  await expect(card).toContainText('Never');
  await expect(page.getByText(first)).toHaveCount(0);
  const act = async (name: string) => {
    await card.getByRole('button', { name: 'Actions for Door service' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Edit OAuth client');
  await page.getByRole('button', { name: 'Regenerate secret' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('it is refused until it has the new one');
  await question.getByLabel('Present secret').selectOption({ label: 'good for 2 more days' });
  await question.getByRole('button', { name: 'Regenerate secret' }).click();
  await expectNotice(page, 'The OAuth client has a new secret.');
  const second = await page.getByText(/^signet_client_/).textContent();
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(card).toContainText('Former secret');

  await act('Edit OAuth client');
  await expect(page).toHaveURL(/\/edit-oauth-integration\/[\w-]{36}$/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Door service');
  await expect(page.getByLabel('View seats')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name' }).fill('Doors');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'The OAuth client is saved.');
  const renamed = cards.getByRole('listitem').filter({ hasText: 'Doors' });
  const menu = renamed.getByRole('button', { name: 'Actions for Doors' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expectNotice(page, 'The OAuth client is disabled.');
  await expect(renamed).toContainText('Disabled');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await expectNotice(page, 'The OAuth client is enabled.');
  await expect(renamed).toContainText('Enabled');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete OAuth client' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Doors');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete OAuth client' }).click();
  await expectNotice(page, 'The OAuth client is deleted.');
  await expect(renamed).toHaveCount(0);
});

test('[A-074 A-201 A-202 A-205] a signing client is made, and its service id changed', async ({ page }) => {
  await enter(page, 'cleo', '/account/accounts');
  await page.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
  const section = page.getByRole('region', { name: /^Document signing clients/ });
  await section.getByRole('link', { name: 'Add signing client' }).click();
  await expect(page).toHaveURL(/\/accounts\/[\w-]{36}\/createAccountSigningClient$/);
  await page.getByLabel('Provider').selectOption({ label: 'Document signing' });
  await page.getByLabel('Service ID').fill('nordmark-story');
  await page.getByRole('button', { name: 'Add signing client' }).click();
  await expectNotice(page, 'The signing client is created.');
  await section.getByRole('button', { name: /^Actions for .*nordmark-story/ }).click();
  await page.getByRole('menuitem', { name: 'Edit signing client' }).click();
  await expect(page).toHaveURL(/\/editAccountSigningClient\/[\w-]{36}$/);
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(page.getByLabel('Service ID')).toHaveValue('nordmark-story');
  await expect(save).toBeDisabled();
  await page.getByLabel('Service ID').fill('nordmark-stories');
  await expect(save).toBeEnabled();
  await page.getByLabel('Service ID').fill('nordmark-story');
  await expect(save).toBeDisabled();
  await page.getByLabel('Service ID').fill('nordmark-stories');
  await save.click();
  await expectNotice(page, 'The signing client is saved.');
  await expect(section).toContainText('nordmark-stories');
});

test('[S-078 A-015] the settings have license, sign-in and OAuth clients of the platform’s own account', async ({
  page,
  platform,
}) => {
  await enter(page, 'ada', '/account/settings');
  for (const name of ['License', 'How people of the platform sign in', 'Integrations'])
    await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Add OAuth client' }).click();
  await expect(page).toHaveURL(/\/account\/settings\/add-oauth-integration$/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Platform watch');
  await page.getByRole('button', { name: 'Add OAuth client' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page).toHaveURL(/\/account\/settings#integrations$/);
  const card = page.getByRole('listitem').filter({ hasText: 'Platform watch' });
  await card.getByRole('button', { name: 'Actions for Platform watch' }).click();
  await page.getByRole('menuitem', { name: 'Edit OAuth client' }).click();
  await expect(page).toHaveURL(/\/account\/settings\/edit-oauth-integration\/[\w-]{36}$/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Platform guard');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Platform guard' })).toBeVisible();

  const { primary_account_id } = await platform.call<{ primary_account_id: string }>(
    'ada',
    'GET',
    '/account/api/v1/user/me',
  );
  const { items } = await platform.call<{ items: { name: string; accountId: string }[] }>(
    'ada',
    'GET',
    '/account/ui-api/v1/oauth/clients?name=Platform guard',
  );
  expect(items).toMatchObject([{ name: 'Platform guard', accountId: primary_account_id }]);

  const read = page.waitForResponse((answer) => answer.url().endsWith(`/account/${primary_account_id}`));
  await page.getByRole('link', { name: 'Edit standard sign-in' }).click();
  await expect(page).toHaveURL(/\/account\/settings\/editStandardSignIn$/);
  await expect(page.getByRole('heading', { name: 'Edit standard sign-in', level: 1 })).toBeVisible();
  expect((await read).status()).toBe(200);
});
