import { openSmtpSink } from '../server/src/testing/smtp-sink.ts';
import { newPlace } from './place.ts';
import { enter, expectNotice, expectRow } from './steps.ts';
import { expect, test } from './test.ts';

const NORA = 'nora.berg@nordmark-treasury.example';

test('[S-024 S-362 S-367 A-011] a person makes a user by a link, with the passcode of a real mail', async ({
  browser,
}) => {
  const sink = await openSmtpSink();
  const place = await newPlace('furnished');
  const server = await place.start({ SMTP_URL: sink.url, MAIL_FROM: 'Signet <no-reply@signet.example>' });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const office = await context.newPage();
    await enter(office, 'cleo', '/account/accounts');
    await office.getByRole('table').getByRole('link', { name: 'Nordmark Landesbank' }).click();
    await office.getByRole('link', { name: 'Create link' }).click();
    await office.getByRole('textbox', { name: 'Email domains' }).fill('nordmark-treasury.example, nordmark.example');
    await office.getByRole('button', { name: 'Create link' }).click();
    await expectNotice(office, 'The link is created.');
    const row = office.getByRole('row', { name: /nordmark-treasury.example, nordmark.example/ });
    await row.getByRole('button', { name: 'Copy link' }).click();
    const copied = () => office.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^https?:/);
    const link = await copied();
    await expectRow(office, 'nordmark-treasury.example, nordmark.example', 'Open', 'End user', 'Cleo Marchetti');

    const stranger = await (await browser.newContext({ baseURL: server.url })).newPage();
    await stranger.goto(link);
    await stranger.getByLabel('Email').fill('nora@elsewhere.example');
    await stranger.getByRole('button', { name: 'Send the passcode' }).click();
    await expect(stranger.getByText('Use an address at one of these domains').first()).toBeVisible();
    await stranger.getByLabel('Email').fill(NORA);
    await stranger.getByRole('button', { name: 'Send the passcode' }).click();
    await expect(stranger.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible();
    // The demo's people may get mails of their own meanwhile.
    const hers = () => sink.arrived.filter(({ to }) => to.includes(NORA));
    await expect.poll(() => hers().length).toBe(1);
    const [mail] = hers();
    const passcode = /^\d{6}$/m.exec(mail?.mail.text ?? '')?.[0] ?? '';
    await stranger.getByLabel('Passcode').fill(passcode === '000000' ? '111111' : '000000');
    await stranger.getByRole('button', { name: 'Continue' }).click();
    await expect(stranger.getByText('This passcode is not right').first()).toBeVisible();
    // A reload goes on where it was.
    await stranger.reload();
    await stranger.getByLabel('Passcode').fill(passcode);
    await stranger.getByRole('button', { name: 'Continue' }).click();

    await stranger.getByLabel('First name').fill('Nora');
    await stranger.getByLabel('Last name').fill('Berg');
    await expect(stranger.getByLabel('Email')).toHaveValue(NORA);
    await stranger.getByLabel('User name').fill('cleo');
    await expect(stranger.getByText('This user name is taken.').first()).toBeVisible();
    await stranger.getByLabel('User name').fill('nora.berg');
    await stranger.getByLabel('Password', { exact: true }).fill('Clear-morning-17-bridges');
    await stranger.getByLabel('Confirm password').fill('Clear-morning-17-bridges');
    await stranger.getByLabel('Nationality').selectOption('NO');
    await stranger.getByRole('button', { name: 'Create and sign in' }).click();
    // Signed in: the terms come first, then what an end user sees.
    await expect(stranger.getByRole('heading', { name: 'Terms of this platform' })).toBeVisible();
    await stranger.getByRole('button', { name: 'Accept and continue' }).click();
    await expect(stranger.getByRole('heading', { name: 'Terms of this platform' })).toHaveCount(0);
    await stranger.goto('/account/profile');
    await expect(stranger.getByText(NORA).first()).toBeVisible();
    await expect(stranger.getByText('End user').first()).toBeVisible();
  } finally {
    await server.stop();
    await place.remove();
    await sink.close();
  }
});
