import { requestsOf, settled } from './at-rest.ts';
import { enter, expectNotice } from './steps.ts';
import { expect, test } from './test.ts';

test('[S-021 S-022] what is typed for the sign-in page shows beside it, and to strangers once it is saved', async ({
  page,
  browser,
}) => {
  const stranger = await (await browser.newContext()).newPage();
  const notice = stranger.getByText('On Sunday from two.', { exact: true });
  /** The page of a stranger, with what the platform says of itself. */
  const opened = async (open: () => Promise<unknown>): Promise<void> => {
    const requests = requestsOf(stranger);
    await open();
    await settled(stranger, requests);
    await expect(stranger.getByRole('textbox', { name: 'User name' })).toBeVisible();
  };
  await enter(page, 'ada', '/account/settings/login-page');
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByLabel('Copyright line').fill('© Umbra');
  await page.getByLabel('Title of the service notice').fill('Maintenance');
  await page.getByLabel('Text of the service notice').fill('On Sunday from two.');
  await expect(preview.getByText('© Umbra')).toBeVisible();
  await expect(preview.getByText('On Sunday from two.')).toBeVisible();
  await opened(() => stranger.goto(new URL('/account/login', page.url()).href));
  await expect(notice).toHaveCount(0);

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, /saved/);
  await stranger.reload();
  await expect(notice).toBeVisible();
  await expect(stranger.getByText('© Umbra')).toBeVisible();

  for (const name of ['Copyright line', 'Title of the service notice', 'Text of the service notice'])
    await page.getByRole('button', { name: `Back to default: ${name}` }).click();
  await expect(preview.getByText('On Sunday from two.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const noticesOfStrangers = async (): Promise<number> => {
    await opened(() => stranger.reload());
    return notice.count();
  };
  await expect.poll(noticesOfStrangers).toBe(0);
  await stranger.context().close();
});
