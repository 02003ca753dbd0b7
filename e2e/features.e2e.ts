import { enter, expectNotice } from './steps.ts';
import { expect, test } from './test.ts';
import { accountOf } from './visits/accounts.ts';

test('[A-066 A-229 A-230 A-231 A-238 A-240] a partner gives a customer all features, then a trial', async ({
  page,
  platform,
}) => {
  await enter(page, 'bea', await accountOf(platform, 'orsini-custody'));
  const signing = page.getByRole('region', { name: 'Signing Manager', exact: true });
  await expect(signing.getByRole('listitem').filter({ hasText: 'Trial account' })).toContainText('On until');
  await signing.getByRole('button', { name: 'Edit features of Signing Manager' }).click();
  await page.getByRole('switch', { name: 'All features' }).press('Space');
  await expect(page.getByText('Trial account is off: a trial account and a key-locker account')).toBeVisible();

  // Leaving asks; what was switched is still there.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay on page' })
    .click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, 'Key-locker account is switched on for Signing Manager.');
  await expectNotice(page, 'Trial account is switched off for Signing Manager.');
  await expect(signing.getByRole('listitem').filter({ hasText: 'Key-locker account' })).toContainText('On');
  await expect(signing.getByRole('button', { name: 'Edit features of Signing Manager' })).toBeFocused();

  // Back to a trial: by the calendar its last day can only be one that is still to come.
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Trial account' }).press('Space');
  await expect(page.getByRole('switch', { name: 'Key-locker account' })).not.toBeChecked();
  const day = page.getByRole('textbox', { name: 'Last day of the trial' });
  await day.press('Alt+ArrowDown');
  await expect(page.getByRole('dialog', { name: 'Calendar' }).locator('[data-day]:focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(day).not.toHaveValue('');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectNotice(page, /Trial account is switched on for Signing Manager until /);

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'History' }).click();
  await expect(page.getByText('secure_software_manager/trial_account').first()).toBeVisible();

  // The partner's own account: to see, not to switch.
  await page.goto(await accountOf(platform, 'calder-identity'));
  await expect(page.getByRole('region', { name: 'Signing Manager', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit features/ })).toHaveCount(0);
});

test('[A-066] the platform’s own account has no features on its page', async ({ page, platform }) => {
  await enter(page, 'ada', await accountOf(platform, 'signet-platform'));
  await expect(page.getByRole('button', { name: 'History', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Features' })).toHaveCount(0);
});
