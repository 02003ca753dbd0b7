/** Packages side by side: what each has, which one is held, and what this person can do about it. */
import type { PackageCode } from '@signet/contract/areas/package-catalogue';
import type { Permission } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useCustomization } from '../../shell/public/customization.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ContactSales } from './ContactSales.tsx';
import PackageComparisonPage from './PackageComparisonPage.tsx';

const TRUST = 'discovery_automation_manager';
const ACCOUNT = '00000000-0000-4000-8000-000000000200';
const PACKAGES = `/account/ui-api/v1/package/account/${ACCOUNT}`;
const MAY: Permission[] = ['view_account', 'manage_account'];

type Now = {
  held: PackageCode | null;
  why_not?: { status: string };
  contactUs?: string;
  /** What a PUT answers; without it the package is enabled. */
  enable?: (now: Now) => unknown;
};

/** The page as it is for somebody; answers the bodies that were sent. */
async function open(now: Now, { width = 1280, at = `${TRUST}/${TRUST}` } = {}) {
  const answer = () => ({
    packages: now.held === null ? [] : [{ application_code: TRUST, package_code: now.held }],
    why_not: now.why_not ?? null,
  });
  const calls = answerWith(({ method, path, body }) => {
    if (path.endsWith('/login/customization'))
      return { logo_url: null, urls: { contactUs: now.contactUs ?? '/account/legal/contact' }, products: {} };
    if (path === PACKAGES) return answer();
    if (path === `${PACKAGES}/application/${TRUST}` && method === 'PUT') {
      const given = now.enable?.(now);
      if (given !== undefined) return given;
      now.held = (body as { package_code: PackageCode }).package_code;
      return answer();
    }
    if (path === `/account/ui-api/v1/account/${ACCOUNT}`)
      return { id: ACCOUNT, display_name: 'Nordmark Landesbank', partner_account_id: null, system_account: false };
    return undefined;
  });
  await renderPart(<PackageComparisonPage />, {
    as: { scope: 'system', permissions: MAY, accounts: ['Somewhere'] },
    at: `/account/accounts/${ACCOUNT}/package/${at}`,
    pages: ['account/accounts/$id/package/$application/$applicationId'],
    width,
  });
  return () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const cellsOf = (name: string) =>
  rowOf(name)
    .getByRole('cell')
    .elements()
    .map((cell) => cell.lastElementChild?.textContent);
const enable = (name: string) => page.getByRole('button', { name: `Enable ${name}`, exact: true });
const question = page.getByRole('dialog', { name: 'Enable Premium for Nordmark Landesbank?' });

test('[A-215 A-216 A-219 S-127] three packages with their ids, four groups, and a word in every cell', async () => {
  await open({ held: 'essential' });
  await expect.element(page.getByRole('heading', { name: 'Packages of Trust Manager' })).toBeVisible();
  const heads = page.getByRole('columnheader').elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    'Feature',
    expect.stringMatching(/^Essential.*pkg_essential$/),
    expect.stringMatching(/^Advanced.*pkg_advanced$/),
    expect.stringMatching(/^Premium.*pkg_premium$/),
  ]);
  const groups = [...document.querySelectorAll('th[scope=rowgroup]')].map((head) => head.textContent);
  expect(groups).toEqual(['Inventory', 'Management', 'Certificate authorities', 'Other']);
  expect(cellsOf('Certificate inventory')).toEqual(['Included', 'Included', 'Included']);
  expect(cellsOf('Discovery in the network')).toEqual(['Not included', 'Included', 'Included']);
  expect(cellsOf('Audit log export')).toEqual(['Not included', 'Not included', 'Included']);
});

test.each([
  ['[A-217]', null, ['Enable Essential', 'Enable Advanced', 'Enable Premium']],
  ['[A-217]', 'essential', ['Current package', 'Enable Advanced', 'Enable Premium']],
  ['[A-218]', 'advanced', ['Part of Advanced', 'Current package', 'Enable Premium']],
  ['[A-218]', 'premium', ['Part of Premium', 'Part of Premium', 'Current package']],
] as const)('%s with %s held', async (_, held, standing) => {
  await open({ held });
  await expect.element(rowOf('This account')).toBeVisible();
  expect(cellsOf('This account')).toEqual(standing);
});

test('[A-221 A-224 A-225] cancel calls nothing; confirmed, it is enabled, marked as current, and said', async () => {
  const now: Now = { held: 'essential' };
  const sent = await open(now);
  await enable('Premium').click();
  await expect.element(question.getByText(/takes the place of Essential at once/)).toBeVisible();
  const gained = question.getByRole('listitem').elements();
  expect(gained.map((item) => item.textContent)).toContain('Audit log export');
  expect(gained.map((item) => item.textContent)).not.toContain('Certificate inventory');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  await enable('Premium').click();
  await question.getByRole('button', { name: 'Enable Premium' }).click();
  await expect.poll(() => cellsOf('This account').at(-1)).toBe('Current package');
  expect(sent()).toEqual([{ package_code: 'premium', old_package_code: 'essential' }]);
  await expect.element(enable('Advanced')).not.toBeInTheDocument();
});

test('[A-220] somebody else was faster: the page shows what holds now, and offers what is left', async () => {
  const now: Now = {
    held: null,
    enable(then) {
      then.held = 'advanced';
      const params = { package: 'advanced', by: 'Ben Okafor', named: 'yes' };
      return Response.json({ error: { status: 'PACKAGE_CHANGED', message: '', params } }, { status: 409 });
    },
  };
  await open(now);
  await enable('Premium').click();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(() => cellsOf('This account')).toEqual(['Part of Advanced', 'Current package', 'Enable Premium']);
});

test('[A-222 S-425] who buys sees the way to sales in place of each package, as the operator gave it', async () => {
  await open({ held: 'essential', why_not: { status: 'CONTACT_SALES' }, contactUs: 'mailto:sales@signet.example' });
  await expect.element(page.getByText(/^A larger package is enabled for Nordmark Landesbank by those/)).toBeVisible();
  expect(cellsOf('This account')).toEqual(['Current package', 'Contact sales', 'Contact sales']);
  const links = page.getByRole('link', { name: 'Contact sales' });
  await expect.element(links.first()).toHaveAttribute('href', 'mailto:sales@signet.example');
  expect(page.getByRole('button', { name: /^Enable/ }).elements()).toEqual([]);
});

test('[A-218] at the highest package sales is asked', async () => {
  await open({ held: 'premium', contactUs: 'https://sales.signet.example/' });
  await expect.element(page.getByText(/has the largest package/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Contact sales' });
  await expect.element(link).toHaveAttribute('href', 'https://sales.signet.example/');
});

/** What the operator has set, once it is known: until then the way leads to the own page anyway. */
function Address() {
  return <p>{useCustomization()?.urls.contactUs}</p>;
}

test.each(['javascript:alert(1)', 'data:text/html,sales'])(
  '%s is no way to sales: the own page is',
  async (address) => {
    const urls = { contactUs: address };
    answerWith(({ path }) =>
      path.endsWith('/login/customization') ? { logo_url: null, urls, products: {} } : undefined,
    );
    await renderPart(
      <>
        <ContactSales />
        <Address />
      </>,
    );
    await expect.element(page.getByText(address)).toBeVisible();
    await expect.element(page.getByRole('link')).toHaveAttribute('href', '/account/legal/contact');
  },
);

test.each([
  ['FORBIDDEN', 'You may look at packages, not enable them.'],
  ['SYSTEM_ACCOUNT', 'This is the platform’s own account.'],
  [
    'MIGRATION_UNCONFIRMED',
    'This account came from another platform: its migration must be confirmed or undone first.',
  ],
])('%s: it says so, and offers nothing', async (status, sentence) => {
  await open({ held: null, why_not: { status } });
  await expect.element(page.getByText(sentence)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(page.getByRole('link').elements()).toEqual([]);
});

test.each([`device_manager/device_manager`, `${TRUST}/ca_manager`])('there is no page at %s', async (at) => {
  await open({ held: null }, { at });
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('at 360 pixels a feature is a block that names each package, and nothing is wider than the window', async () => {
  await open({ held: 'essential' }, { width: 360 });
  await expect.element(enable('Premium')).toBeVisible();
  const advanced = rowOf('Discovery in the network').getByRole('cell').nth(1);
  await expect.element(advanced.getByText('Advanced')).toBeVisible();
  await expect.element(advanced.getByText('Included')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
