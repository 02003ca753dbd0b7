/** The set-up links of an account, beside the form of its provider. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { openNotices } from '../../shell/notices/notifications.ts';
import { renderPart } from '../../testing/render.tsx';
import { SetupLinks } from './SetupLinks.tsx';

const ACCOUNT = '00000000-0000-4000-8000-000000000100';
const LINK = {
  id: '00000000-0000-4000-8000-000000000500',
  purpose: 'saml',
  state: 'open',
  made_by_name: 'Cleo Marchetti',
  made_at: '2026-11-21 12:00:00',
  expires_at: '2026-11-24 12:00:00',
  used_at: null,
};
const URL_ONCE = `https://signet.example/account/sign-in-setup#${LINK.id}/the-secret`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });

type Shown = { links?: readonly object[]; on?: boolean; configured?: boolean; method?: 'saml' | 'oidc' };
async function show(
  { links = [], on = false, configured = false, method = 'saml' }: Shown,
  made: () => unknown = () => ({ id: LINK.id, url: URL_ONCE, expires_at: LINK.expires_at }),
): Promise<Asked[]> {
  const calls = answerWith((asked) => {
    if (asked.method === 'GET') return { items: links, total: links.length };
    return asked.method === 'DELETE' ? null : made();
  });
  await renderPart(<SetupLinks accountId={ACCOUNT} method={method} on={on} configured={configured} />);
  return calls;
}

test('a link is made for its purpose, and its address is shown this once', async () => {
  const calls = await show({});
  await button('Create set-up link').click();
  await expect.element(page.getByText(URL_ONCE)).toBeVisible();
  const shown = page.getByRole('dialog', { name: 'Set-up link: store it now' });
  await expect.element(shown.getByText(/^Copy the link now: it is not shown again/)).toBeVisible();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await expect.element(page.getByText(URL_ONCE)).not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: `/account/ui-api/v1/account/${ACCOUNT}/sign-in-setup-link`, body: { purpose: 'saml' } },
  ]);
});

test('only what a link may do is offered: no provider that is on, certificates of one that is there', async () => {
  await show({ on: true, configured: true });
  await expect.element(button('Create link to renew certificates')).toBeVisible();
  await expect.element(button('Create set-up link')).not.toBeInTheDocument();
});

test('nothing stands there where nothing is offered and no link was made', async () => {
  await show({ method: 'oidc', on: true, links: [LINK] });
  await expect.element(page.getByText('Set-up links')).not.toBeInTheDocument();
});

test('each link says who made it and what became of it; what may work still is revoked on demand', async () => {
  const states = { open: 'Open', used: 'Used', revoked: 'Revoked', ended: 'Expired' } as const;
  const gone = { maker: 'Creator may not any more', account: 'Account inactive' } as const;
  const links = Object.keys({ ...states, ...gone }).map((state, index) => ({
    ...LINK,
    id: `${LINK.id.slice(0, -1)}${index}`,
    state,
  }));
  const calls = await show({ links });
  for (const text of Object.values({ ...states, ...gone }))
    await expect.element(item(text).getByText(/Cleo Marchetti/)).toBeVisible();
  await expect.element(page.getByText(/until/)).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: /^Revoke: Link to .*, / }).elements().length).toBe(3);
  await item('Creator may not any more').getByRole('button').click();
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect
    .poll(() => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1)))
    .toEqual([links[4]?.id]);
});

test('what the platform refuses is said, and no address stands there', async () => {
  const calls = await show({}, () => problem('SETUP_LINK_LIMIT', 409));
  await button('Create set-up link').click();
  await expect.poll(() => calls.filter(({ method }) => method === 'POST').length).toBe(1);
  await expect.element(button('Create set-up link')).not.toHaveAttribute('aria-busy');
  expect(openNotices.get()[0]).toMatchObject({ type: 'error', message: expect.stringMatching(/Revoke one first/) });
  await expect.element(page.getByText(/not shown again/)).not.toBeInTheDocument();
});
