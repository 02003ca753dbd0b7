import type { Page } from '@playwright/test';
import { openSmtpSink } from '../server/src/testing/smtp-sink.ts';
import { newPlace } from './place.ts';
import { enter, expectNotice, expectRow, signIn } from './steps.ts';
import { expect, test } from './test.ts';

const HEDDA = 'hedda.lunde@nordmark-lb.example';
const PASSWORD = 'Clear-morning-17-bridges';

test('[S-026 S-045 S-050] an administrator is created, invited by a real mail, and sees what the role gives', async ({
  browser,
}) => {
  const sink = await openSmtpSink();
  const place = await newPlace('furnished');
  const server = await place.start({ SMTP_URL: sink.url, MAIL_FROM: 'Signet <no-reply@signet.example>' });
  /** The link of the mail to her that arrives as this one, counted from 1; the demo's people get theirs meanwhile. */
  const linkOf = async (nth: number): Promise<string> => {
    const hers = () => sink.arrived.filter(({ to }) => to.includes(HEDDA));
    await expect.poll(() => hers().length).toBe(nth);
    return /http\S+\/account\/verify\/\S+/.exec(hers()[nth - 1]?.mail.text ?? '')?.[0] ?? '';
  };
  try {
    const office = await (await browser.newContext({ baseURL: server.url })).newPage();
    await enter(office, 'cleo', '/account/access/administrators');
    await office.getByRole('link', { name: 'Create administrator' }).click();
    await office.getByLabel('First name').fill('Hedda');
    await office.getByLabel('Last name').fill('Lunde');
    await office.getByLabel('User name').fill('hedda');
    await office.getByLabel('Email').fill(HEDDA);
    await office.getByRole('combobox', { name: 'Account Manager' }).click();
    await office.getByRole('option', { name: /^Auditor/ }).click();
    await office.getByRole('button', { name: 'Create administrator' }).click();
    await expectNotice(office, 'The invitation is on its way.');
    const first = await linkOf(1);
    expect(first).toContain(server.url);

    // Sent again: the link of before opens nothing any more.
    await office.getByRole('button', { name: 'Actions for Hedda Lunde' }).click();
    await office.getByRole('menuitem', { name: 'Send invitation again' }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Send invitation again' }).click();
    await expectNotice(office, 'The invitation is on its way.');
    const second = await linkOf(2);

    const guest = await (await browser.newContext({ baseURL: server.url })).newPage();
    await expectUsedUp(guest, first);
    // Nor does the code of one open the door of another.
    const own = /\/verify\/([\w-]+)/.exec(second)?.[1] ?? '';
    await office.goto('/account/access/administrators?name=nils');
    const other = await office.getByRole('link', { name: 'Nils Ekdahl' }).getAttribute('href');
    await expectUsedUp(guest, second.replace(own, other?.split('/').at(-1) ?? ''));

    await guest.goto(second);
    await guest.getByLabel('User name').fill('hedda.lunde');
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.getByLabel('Confirm password').fill(PASSWORD);
    await guest.getByRole('button', { name: 'Finish and sign in' }).click();
    await guest.getByRole('button', { name: 'Accept and continue' }).click();
    await expectAuditor(guest);

    const stranger = await (await browser.newContext({ baseURL: server.url })).newPage();
    await expectUsedUp(stranger, second);
    await signIn(stranger, 'hedda.lunde', PASSWORD);
    // In the office they see that the invitation is answered.
    await office.goto('/account/access/administrators?name=hedda');
    await expectRow(office, 'Hedda Lunde', 'Active', 'hedda.lunde', 'Auditor');
  } finally {
    await server.stop();
    await place.remove();
    await sink.close();
  }
});

async function expectUsedUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
}

/** The role sees everything of its account and changes nothing. */
async function expectAuditor(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Logging' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Platform settings' })).toHaveCount(0);
  await navigation.getByRole('link', { name: 'Administrators' }).click();
  await expect(page.getByRole('link', { name: 'Hedda Lunde' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Carl Vestergaard' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create administrator' })).toHaveCount(0);
  await page.goto('/account/access/administrators/role-user-create');
  await expect(page.getByRole('heading', { name: 'You can’t open Create administrator' })).toBeVisible();
}
