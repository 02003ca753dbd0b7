/** What people see of the trust assistant without a session. */
import { expect, test } from './test.ts';

const PAGE = '/account/dta-sign-in-success-info';

test('[S-025] after a sign-in through the assistant: a page to read, without a session', async ({ page }) => {
  const failed: string[] = [];
  page.on('response', (response) => response.status() >= 400 && failed.push(response.url()));
  await page.goto(PAGE);
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(PAGE);
  expect(failed).toEqual([]);
});
