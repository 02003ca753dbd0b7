import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith, held, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import FeatureFlagsPage from './FeatureFlagsPage.tsx';

const FLAGS = '/account/ui-api/v1/feature-flag';
const NOBODY = { accounts: [], accounts_total: 0, people: [], people_total: 0 };
const ACCOUNT = { id: '00000000-0000-4000-8000-000000000200', name: 'Nordmark Landesbank' };

const PERSON = { id: '00000000-0000-4000-8000-000000000500', name: 'Cleo Marchetti', user_name: 'cleo' };

/** The page with two flags, the second switched otherwise for an account and a person; answers what was sent. */
async function open(width = 1280, put: () => unknown = () => null): Promise<() => [string, unknown][]> {
  /** What the platform has switched itself. */
  const platform = new Map<string, boolean>();
  const calls: Asked[] = answerWith(({ method, path, body }) => {
    if (method === 'PUT') {
      const { enabled, ...whose } = body as { enabled: boolean | null };
      if (enabled !== null && Object.keys(whose).length === 0) platform.set(path.slice(FLAGS.length + 1), enabled);
      return put();
    }
    if (path.endsWith('/customer'))
      return { items: [{ ...ACCOUNT, display_name: ACCOUNT.name, active: true }], total: 1 };
    if (path.endsWith('/search')) return { people: [PERSON] };
    if (path !== FLAGS) return undefined;
    const other = { account_id: 'other', account_name: 'Gesellschaft für Zertifizierung und Vertrauen', enabled: true };
    return {
      items: [
        { ...NOBODY, name: 'AM_enable_partner_scope', default: true },
        {
          name: 'AM_show_federated_info_columns',
          default: false,
          accounts: [other],
          accounts_total: 201,
          people: [{ user_id: 'ben', name: 'Ben Okafor', user_name: 'ben', enabled: false }],
          people_total: 2,
        },
      ].map((flag) => ({ ...flag, platform: platform.get(flag.name) ?? null })),
      total: 2,
    };
  });
  await renderPart(<FeatureFlagsPage />, {
    as: {
      scope: 'system',
      permissions: ['manage_system_settings', 'view_account', 'view_user'],
      accounts: ['Signet platform'],
    },
    width,
  });
  await expect.element(page.getByRole('table', { name: 'Feature flags' })).toBeVisible();
  return () =>
    calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path.slice(FLAGS.length + 1), body]);
}

const textOf = (name: string) => page.getByRole('row').filter({ hasText: name }).element().textContent;
const partners = page.getByRole('switch', { name: 'Partner accounts' });

test('each flag is a row: its name in words, what it does, its code, its state, and whoever differs', async () => {
  await open();
  const heads = page.getByRole('columnheader').elements();
  expect(heads.map((head) => head.textContent)).toEqual([
    'Feature',
    'On this platform',
    'Accounts and people that differ',
  ]);
  expect(textOf('Partner accounts')).toMatch(/their columns, filters .*AM_enable_partner_scope.*On/);
  expect(textOf('Federation columns')).toMatch(/Off.*Vertrauen.*On.*Ben Okafor \(ben\)Off/);
  await expect.element(partners).toBeChecked();
});

test('of accounts and people that are not listed it says how many there are', async () => {
  await open();
  expect(textOf('Federation columns')).toMatch(/200 more accounts differ\..*1 more person differs\./);
  expect(textOf('Partner accounts')).not.toContain('more');
});

test('by the keyboard: a flag is switched, the focus stays; an account’s own switch is taken away', async () => {
  const switched = await open();
  partners.element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(switched).toEqual([['AM_enable_partner_scope', { enabled: false }]]);
  await expect.element(partners).toHaveFocus();
  await expect.element(partners).not.toBeChecked();
  expect(textOf('Partner accounts')).toMatch(/Off/);
  page
    .getByRole('button', { name: /^Remove the switch for Gesellschaft/ })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  const taken = ['AM_show_federated_info_columns', { enabled: null, account_id: 'other' }];
  await expect.poll(() => switched()[1]).toEqual(taken);
});

test('for one account the other state is proposed; without an account nothing is sent', async () => {
  const switched = await open();
  await page.getByRole('button', { name: 'Add account: Partner accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Partner accounts for one account' });
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await expect.element(dialog.getByRole('radio', { name: 'Off' })).toBeChecked();
  await save.click();
  await expect.element(dialog.getByRole('alert').getByText('Choose an account first.')).toBeVisible();
  expect(switched()).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Account' }).click();
  await page.getByRole('option', { name: ACCOUNT.name }).click();
  await save.click();
  await expect.poll(switched).toEqual([['AM_enable_partner_scope', { enabled: false, account_id: ACCOUNT.id }]]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('[S-255] a person’s own switch is taken away, and another person is given one', async () => {
  const switched = await open();
  await page.getByRole('button', { name: 'Remove the switch for Ben Okafor (ben)' }).click();
  await expect.poll(switched).toEqual([['AM_show_federated_info_columns', { enabled: null, user_id: 'ben' }]]);
  await page.getByRole('button', { name: 'Add person: Partner accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Partner accounts for one person' });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(dialog.getByText('Choose a person first.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Person' }).fill('cleo');
  await page.getByRole('option', { name: 'Cleo Marchetti (cleo)' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => switched()[1]).toEqual(['AM_enable_partner_scope', { enabled: false, user_id: PERSON.id }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('[S-255] one Escape closes the dialog for a person: its field has the focus, and no list is open', async () => {
  await open();
  await page.getByRole('button', { name: 'Add person: Partner accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Partner accounts for one person' });
  const person = dialog.getByRole('combobox', { name: 'Person' });
  await expect.element(person).toHaveFocus();
  await expect.element(person).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('one account is switched too while the platform is, whose answer takes long', async () => {
  const platform = held();
  let puts = 0;
  const switched = await open(1280, () => ((puts += 1) === 1 ? platform.wait.then(() => null) : null));
  partners.element().focus();
  await userEvent.keyboard(' ');
  await page.getByRole('button', { name: 'Add account: Partner accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Partner accounts for one account' });
  await dialog.getByRole('combobox', { name: 'Account' }).click();
  await page.getByRole('option', { name: ACCOUNT.name }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => switched()[1]?.[1]).toMatchObject({ account_id: ACCOUNT.id });
  await expect.element(dialog).not.toBeInTheDocument();
  platform.release();
});

test('at 360 pixels a flag is a block, and nothing is wider than the window', async () => {
  await open(360);
  await expect.element(partners).toBeVisible();
  await expect.element(page.getByText('Gesellschaft für Zertifizierung und Vertrauen')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  // The parts of the table are still its parts for who does not see it.
  expect(page.getByRole('cell').elements().length).toBe(6);
});
