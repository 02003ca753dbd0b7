/** The cards of OAuth clients: what each says, and which acts its menu has for whom. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Permission } from '@signet/contract/viewer';
import { paths } from '../../paths.ts';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import ClientCreatePage from './ClientCreatePage.tsx';
import ClientEditPage from './ClientEditPage.tsx';
import SettingsIntegrationsSection from './SettingsIntegrationsSection.tsx';

const ID = '00000000-0000-4000-8000-00000000040';
const MANAGERS: Permission[] = ['view_account', 'manage_account', 'manage_permission'];
const client = (at: number, change: object = {}) => ({
  id: `${ID}${at}`,
  name: `Client ${at}`,
  status: 'ENABLED',
  clientId: `id-of-client-${at}`,
  accountId: `${ID}0`,
  createdDate: '2026-11-01 10:00:00',
  dtaClient: false,
  account_name: 'Signet platform',
  authentication: 'client_secret',
  grant_types: ['client_credentials'],
  redirect_uris: [],
  scopes: [],
  jwks: null,
  jwks_uri: null,
  secrets: [],
  signing_clients: 0,
  last_used_at: null,
  version: 1,
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  why_not: { edit: null, regenerate: null, enable: null, disable: null, delete: null },
  ...change,
});
const CLIENTS = [
  client(1),
  client(2, { status: 'DISABLED' }),
  client(3, { dtaClient: true }),
  client(4, { why_not: { ...client(4).why_not, delete: { status: 'OAUTH_CLIENT_IN_USE', params: { count: 2 } } } }),
];

let sent: Asked[];
beforeEach(() => {
  sent = [];
  openNotices.set([]);
  answerWith((asked) => {
    if (asked.method === 'GET' && asked.path.endsWith('/oauth/clients'))
      return { items: CLIENTS, total: CLIENTS.length, total_exact: true, offset: 0, limit: 100 };
    if (asked.method !== 'GET') sent.push(asked);
    return undefined;
  });
});

const shown = (permissions: Permission[]) =>
  renderPart(
    <main id="main">
      <SettingsIntegrationsSection />
    </main>,
    { as: { scope: 'system', permissions, accounts: [] } },
  );
const card = (at: number) => page.getByRole('listitem').filter({ hasText: `Client ${at}` });
async function menuOf(at: number): Promise<string[]> {
  await page.getByRole('button', { name: `Actions for Client ${at}` }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  return page
    .getByRole('menuitem')
    .elements()
    .map((entry) => entry.textContent ?? '');
}

test('[A-182] each client is a card with name, status, day and client id', async () => {
  await shown(MANAGERS);
  await expect.element(card(1)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(CLIENTS.length);
  for (const [at, status] of [
    [1, 'Enabled'],
    [2, 'Disabled'],
    [3, 'Enabled'],
  ] as const) {
    for (const text of [`Client ${at}`, status, `id-of-client-${at}`, '2026-11-01', 'Never'])
      expect(card(at).element().textContent).toContain(text);
    expect(
      card(at)
        .getByRole('button', { name: `Copy Client ID of Client ${at}` })
        .elements(),
    ).toHaveLength(1);
  }
});

test.each<[number, (string | RegExp)[]]>([
  [1, ['Edit OAuth client', 'Disable', 'Delete OAuth client']],
  [2, ['Enable', 'Delete OAuth client']],
  [3, ['Disable']],
])('[A-185 A-186 A-187] the menu of client %i follows its status', async (at, entries) => {
  await shown(MANAGERS);
  expect(await menuOf(at)).toEqual(entries);
});

test('a menu says why a client can’t be deleted', async () => {
  await shown(MANAGERS);
  expect((await menuOf(4)).at(-1)).toMatch(/^Delete OAuth client.*signing clients: 2/);
});

test.each<[string, Permission[], boolean]>([
  ['manage permission', ['view_account', 'manage_account'], true],
  ['manage account', ['view_account', 'manage_permission'], false],
])('[A-198 A-199] without %s there is no menu', async (_lacking, permissions, adds) => {
  await shown(permissions);
  await expect.element(card(1)).toBeVisible();
  expect(page.getByRole('button', { name: /^Actions for/ }).elements()).toEqual([]);
  expect(page.getByRole('link', { name: 'Add OAuth client' }).elements().length > 0).toBe(adds);
});

test('deleting asks for the name, and sends nothing before', async () => {
  await shown(MANAGERS);
  await page.getByRole('button', { name: 'Actions for Client 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete OAuth client' }).click();
  const act = page.getByRole('dialog').getByRole('button', { name: 'Delete OAuth client' });
  await expect.element(act).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('dialog').getByRole('textbox').fill('Client 1');
  expect(sent).toEqual([]);
  await act.click();
  await expect.poll(() => sent).toMatchObject([{ method: 'DELETE' }]);
});

const SYSTEM_ACCOUNT = { display_name: 'Signet platform', system_account: true, type: 'standard' };
const MANAGER = { scope: 'system', permissions: MANAGERS, accounts: ['Signet platform'] } as const;
/** Where the account's record is, and a client's. */
const answerRecords = (of: object) =>
  answerWith(({ method, path }) => {
    if (method !== 'GET') return { ...of, client_secret: null };
    if (path.includes('/oauth/client/')) return of;
    const [, id] = /\/account\/([^/]+)$/.exec(path) ?? [];
    return id && { ...SYSTEM_ACCOUNT, id };
  });

test('[A-183] what a client may read of a person goes with the signing in of people', async () => {
  const calls = answerRecords(client(1));
  await renderPart(
    <main id="main">
      <ClientCreatePage />
    </main>,
    { as: MANAGER },
  );
  await page.getByLabelText('Name').fill('Nightly report');
  const people = page.getByRole('checkbox', { name: 'For people who sign in' });
  await people.click();
  await page.getByRole('checkbox', { name: /^Know who signs in/ }).click();
  await people.click();
  await page.getByRole('button', { name: 'Add OAuth client' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ grant_types: ['client_credentials'], scopes: [] });
});

test('[A-183] the permissions of a client stand in groups, beside what it may learn of who signs in', async () => {
  const calls = answerRecords(client(1));
  await renderPart(
    <main id="main">
      <ClientCreatePage />
    </main>,
    { as: MANAGER },
  );
  await page.getByLabelText('Name').fill('Nightly report');
  await page.getByRole('checkbox', { name: 'For people who sign in' }).click();
  const all = page.getByRole('group', { name: 'Permissions (optional)' });
  await expect.element(all).toHaveAccessibleDescription(/^What the program may ask for/);
  const names = ['Who signs in', 'Accounts', 'Permissions'];
  await expect
    .poll(() => [...all.element().querySelectorAll('legend')].map(({ textContent }) => textContent))
    .toEqual(names);
  await all.getByRole('checkbox', { name: /^Know who signs in/ }).click();
  await all.getByRole('checkbox', { name: 'Manage accounts' }).click();
  await page.getByLabelText(/^Redirect URIs/).fill('https://app.example.com/callback');
  await page.getByRole('button', { name: 'Add OAuth client' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'POST')?.body)
    .toMatchObject({ scopes: ['openid', 'view_account', 'manage_account'] });
});

const createPage = () =>
  renderPart(
    <main id="main">
      <ClientCreatePage />
    </main>,
    { as: MANAGER },
  );

test('the secret of a new client stands beside what it may do, and no notice says the same again', async () => {
  const made = client(1, { scopes: ['view_account'], client_secret: 'signet_client_abc' });
  answerWith(({ method, path }) => {
    if (method !== 'GET') return made;
    const [, id] = /\/account\/([^/]+)$/.exec(path) ?? [];
    return id && { ...SYSTEM_ACCOUNT, id };
  });
  await createPage();
  await page.getByLabelText('Name').fill('Nightly report');
  await page.getByRole('button', { name: 'Add OAuth client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Store the client secret of Client 1 now' });
  for (const fact of ['signet_client_abc', 'id-of-client-1', 'View accounts', 'By itself'])
    await expect.element(dialog.getByText(fact, { exact: true })).toBeVisible();
  expect(openNotices.get()).toEqual([]);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
});

test('a client that signs needs its keys or their address, which is said at the first of both', async () => {
  answerRecords(client(1));
  await createPage();
  await page.getByRole('radio', { name: 'Signature with its own key' }).click();
  await page.getByRole('button', { name: 'Add OAuth client' }).click();
  await expect
    .element(page.getByLabelText('Public keys', { exact: true }))
    .toHaveAccessibleDescription('Enter the keys as a JWK Set, or their address below.');
});

test.each([
  ['its own account', `${ID}0`, 'Edit OAuth client'],
  ['another account', `${ID}9`, 'Page not found'],
])('[A-184] a client opened under the address of %s is edited, or not found', async (_whose, id, name) => {
  answerRecords(client(1));
  await renderPart(
    <main id="main">
      <ClientEditPage />
    </main>,
    {
      as: MANAGER,
      at: paths.oauthClientEdit(client(1).id, id),
      pages: ['account/accounts/$id/edit-oauth-integration/$configId'],
    },
  );
  await expect.element(page.getByRole('heading', { name })).toBeVisible();
});

test('[A-194] a secret that never arrived is replaced, and the one before it stays good', async () => {
  const first = { last_four: 'ab12', created_at: '2026-11-01 10:00:00', expires_at: null };
  const lost = { last_four: 'cd34', created_at: '2026-11-10 10:00:00', expires_at: null };
  const sends: Asked[] = [];
  answerWith((asked) => {
    const { method, path } = asked;
    if (method !== 'GET') sends.push(asked);
    // The first answer is lost: the secret was made all the same.
    if (method !== 'GET') return sends.length < 3 ? problem('CHANGED_MEANWHILE', 409) : { client_secret: null };
    const made = sends.length > 0;
    if (path.includes('/oauth/client/'))
      return client(1, {
        version: made ? 8 : 7,
        secrets: made ? [lost, { ...first, expires_at: '2026-11-17 10:00:00' }] : [first],
      });
    const [, id] = /\/account\/([^/]+)$/.exec(path) ?? [];
    return id && { ...SYSTEM_ACCOUNT, id };
  });
  await renderPart(
    <main id="main">
      <ClientEditPage />
    </main>,
    {
      as: MANAGER,
      at: paths.oauthClientEdit(client(1).id, client(1).accountId),
      pages: ['account/accounts/$id/edit-oauth-integration/$configId'],
    },
  );
  const dialog = page.getByRole('dialog');
  const ask = page.getByRole('button', { name: 'Regenerate secret' });
  const never = dialog.getByRole('checkbox', { name: 'The present secret never arrived' });
  const confirm = dialog.getByRole('button', { name: 'Regenerate secret' });
  await ask.click();
  await expect.element(never).not.toBeInTheDocument();
  await confirm.click();
  await expect.poll(() => sends).toHaveLength(1);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/ends in cd34/)).toBeVisible();
  await ask.click();
  await expect.element(dialog.getByText(/no more than two can be good/)).toBeVisible();
  await never.click();
  await expect.element(dialog.getByText(/no more than two can be good/)).not.toBeInTheDocument();
  await confirm.click();
  await expect.poll(() => sends).toHaveLength(2);
  const [before, after] = sends;
  expect([before?.query.get('version'), before?.body]).toEqual(['7', { keep_days: 0 }]);
  expect([after?.query.get('version'), after?.body]).toEqual(['8', { drop_current: true }]);
});
