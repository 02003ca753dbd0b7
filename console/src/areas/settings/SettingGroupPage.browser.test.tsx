/** Pages of settings: what is typed, what is sent, what the environment has fixed, and the preview. */
import { settingsOf, settingSpec, type SettingGroup, type SettingName } from '@signet/contract/platform-settings';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { beginSession } from '../../session/start.ts';
import { endSession } from '../../session/state.ts';
import { answerWith, held } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import LoginSettingsPage from './LoginSettingsPage.tsx';
import MailSettingsPage from './MailSettingsPage.tsx';
import SessionSettingsPage from './SessionSettingsPage.tsx';
import type { ReactNode } from 'react';

const PATH = '/account/ui-api/v1/platform-setting';
type Said = Partial<Record<SettingName, string | number | boolean>>;
type Now = { saved?: Said; environment?: Said; password?: boolean; test?: unknown; saving?: Promise<void> };

const itemsOf = (group: SettingGroup, { saved = {}, environment = {}, password = false }: Now) =>
  settingsOf(group).map((name) => {
    const { default: usual, environment: variable = null } = settingSpec(name);
    const source = name in environment ? 'environment' : name in saved ? 'platform' : 'default';
    const value = environment[name] ?? saved[name] ?? usual;
    return {
      name,
      group,
      value,
      default: usual,
      source,
      is_set: name === 'mail_password' && password,
      environment: variable,
    };
  });

/** Answers what was sent. */
async function open(part: ReactNode, group: SettingGroup, now: Now = {}) {
  const calls = answerWith(async ({ method, path }) => {
    if (path.endsWith('/mail/test')) return now.test;
    if (method === 'PUT') {
      await now.saving;
      return null;
    }
    if (path === PATH) return { items: itemsOf(group, now), total: 1 };
    if (path.endsWith('/login/customization'))
      return {
        logo: '',
        copyright: '© 2031 Signet',
        notice: null,
        products: {},
        urls: { support: '/account/legal/support' },
      };
    return undefined;
  });
  await renderPart(part, { as: { scope: 'system', permissions: ['manage_system_settings'], accounts: ['Signet'] } });
  return () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
}
const save = page.getByRole('button', { name: 'Save changes' });

test('a number is checked by its bounds, sent alone, and goes back to its default by a click', async () => {
  const sent = await open(<SessionSettingsPage />, 'sessions', { saved: { session_hours: 24 } });
  const hours = page.getByRole('textbox', { name: /Hours until/ });
  await expect.element(hours).toHaveValue('24');
  await expect.element(page.getByText('Default: 12')).toBeVisible();
  for (const wrong of ['0', '2161', 'x', '1.5']) {
    await userEvent.fill(hours, wrong);
    await save.click();
    await expect.element(hours).toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent()).toEqual([]);
  await page.getByRole('button', { name: /Back to default: Hours/ }).click();
  await expect.element(hours).toHaveValue('12');
  await save.click();
  await expect.poll(sent).toEqual([[`${PATH}/sessions`, { session_hours: null }]]);
});

test('what is typed while it is saved can be saved next', async () => {
  const saving = held();
  const sent = await open(<SessionSettingsPage />, 'sessions', { saving: saving.wait });
  const hours = page.getByRole('textbox', { name: /Hours until/ });
  await userEvent.fill(hours, '10');
  await save.click();
  await expect.poll(() => sent().length).toBe(1);
  await userEvent.fill(hours, '11');
  saving.release();
  await expect.element(save).not.toHaveAttribute('aria-busy', 'true');
  await expect.element(save).not.toHaveAttribute('aria-disabled', 'true');
  await save.click();
  await expect.poll(() => sent()[1]).toEqual([`${PATH}/sessions`, { session_hours: 11 }]);
});

test('what is put back before the saved was read again is sent all the same', async () => {
  // This platform goes on answering what was there at first.
  const sent = await open(<SessionSettingsPage />, 'sessions', { saved: { session_hours: 24 } });
  const hours = page.getByRole('textbox', { name: /Hours until/ });
  await userEvent.fill(hours, '36');
  await save.click();
  await expect.poll(sent).toEqual([[`${PATH}/sessions`, { session_hours: 36 }]]);
  await userEvent.fill(hours, '24');
  await save.click();
  await expect.poll(() => sent().at(-1)).toEqual([`${PATH}/sessions`, { session_hours: 24 }]);
});

test('what the environment sets can be read, and names its variable', async () => {
  await open(<SessionSettingsPage />, 'sessions', { environment: { session_hours: 5 } });
  const hours = page.getByRole('textbox', { name: /Hours until/ });
  await expect.element(hours).toHaveValue('5');
  await expect.element(hours).toHaveAttribute('readonly');
  await expect.element(page.getByText(/Set by REFRESH_TOKEN_HOURS/)).toBeVisible();
});

test('[S-021] the preview of the sign-in page follows what is typed, and links to addresses alone', async () => {
  const sent = await open(<LoginSettingsPage />, 'login');
  const preview = page.getByRole('region', { name: 'Preview' });
  await userEvent.fill(page.getByRole('textbox', { name: /Copyright line/ }), '© Umbra');
  await expect.element(preview.getByText('© Umbra')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: /Title of the service notice/ }), 'Maintenance');
  expect(preview.element().textContent).not.toContain('Maintenance');
  await userEvent.fill(page.getByRole('textbox', { name: /Text of the service notice/ }), 'On Sunday.');
  await expect.element(preview.getByText('On Sunday.')).toBeVisible();
  const support = () => preview.element().querySelector('a[href*="help"], a[href*="script"], a[href$="/support"]');
  await userEvent.fill(page.getByRole('textbox', { name: /Help and support/ }), 'javascript:alert(1)');
  expect(support()?.getAttribute('href')).toBe('/account/legal/support');
  await userEvent.fill(page.getByRole('textbox', { name: /Help and support/ }), '/help');
  await expect.poll(() => support()?.getAttribute('href')).toBe('/help');
  await save.click();
  await expect
    .poll(sent)
    .toEqual([
      [
        `${PATH}/login`,
        { login_copyright: '© Umbra', notice_title: 'Maintenance', notice_text: 'On Sunday.', link_support: '/help' },
      ],
    ]);
});

test('a password of the mail server is not shown, kept where it is empty, and goes with its user', async () => {
  const sent = await open(<MailSettingsPage />, 'mail', {
    saved: { mail_host: 'mail.example.org', mail_user: 'post' },
    password: true,
  });
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  await userEvent.fill(page.getByRole('textbox', { name: /Name of the sender/ }), 'Umbra');
  await save.click();
  await expect.poll(sent).toEqual([[`${PATH}/mail`, { mail_sender_name: 'Umbra' }]]);
  await userEvent.fill(page.getByLabelText('User name'), '');
  await save.click();
  await expect.poll(() => sent().at(-1)).toEqual([`${PATH}/mail`, { mail_user: null, mail_password: null }]);
});

test('a password that was saved on this very page goes with its user too', async () => {
  const sent = await open(<MailSettingsPage />, 'mail');
  await userEvent.fill(page.getByRole('textbox', { name: /^Server/ }), 'mail.example.org');
  await userEvent.fill(page.getByLabelText('User name'), 'post');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'rain on the roof');
  await save.click();
  await expect.poll(() => sent().length).toBe(1);
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  await userEvent.fill(page.getByLabelText('User name'), '');
  await save.click();
  await expect.poll(() => sent().at(-1)).toEqual([`${PATH}/mail`, { mail_user: null, mail_password: null }]);
});

test('what was saved before does not go along again: somebody else may have changed it since', async () => {
  const sent = await open(<LoginSettingsPage />, 'login');
  await userEvent.fill(page.getByRole('textbox', { name: /Copyright line/ }), '© Umbra');
  await save.click();
  await expect.poll(sent).toEqual([[`${PATH}/login`, { login_copyright: '© Umbra' }]]);
  await userEvent.fill(page.getByRole('textbox', { name: /Help and support/ }), '/help');
  await save.click();
  await expect.poll(() => sent().at(-1)).toEqual([`${PATH}/login`, { link_support: '/help' }]);
});

test('a test message shows what the mail server said, word for word', async () => {
  const answer = 'Invalid login: 535 5.7.8 Authentication failed';
  const sent = await open(<MailSettingsPage />, 'mail', { test: { accepted: false, answer } });
  await userEvent.fill(page.getByLabelText('Recipient'), 'nobody');
  await page.getByRole('button', { name: 'Send test message' }).click();
  expect(sent()).toEqual([]);
  await userEvent.fill(page.getByLabelText('Recipient'), 'ada@signet.example');
  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect.element(page.getByText(answer)).toBeVisible();
  await expect.element(page.getByText('The mail server has not taken the message')).toBeVisible();
  expect(sent()).toEqual([[`${PATH}/mail/test`, { to: 'ada@signet.example' }]]);
});

test('what came back after the session had ended counts as saved once it is', async () => {
  const hours = page.getByRole('textbox', { name: /Hours until/ });
  const draft = page.getByText(/You typed this before your session ended/);
  onTestFinished(() => endSession('signed-out'));
  beginSession(tokensOf('tove'));
  await open(<SessionSettingsPage />, 'sessions');
  await hours.fill('10');
  endSession('expired');
  beginSession(tokensOf('tove'));
  document.body.replaceChildren();
  const sent = await open(<SessionSettingsPage />, 'sessions');
  await expect.element(hours).toHaveValue('10');
  await expect.element(draft).toBeVisible();
  await save.click();
  await expect.poll(() => sent().length).toBe(1);
  await expect.element(draft).not.toBeInTheDocument();
  await expect.element(hours).toHaveValue('10');
});
