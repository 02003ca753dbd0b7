/** A list of people: typed, pasted or read from a file, checked, mended, created. */
import type { JudgedPeople } from '@signet/contract/areas/administrators-bulk';
import type { AssignableRole } from '@signet/contract/areas/people';
import { LIMITS } from '@signet/contract/limits';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { beginSession } from '../../../session/start.ts';
import { endSession } from '../../../session/state.ts';
import { answerWith, held } from '../../../testing/answers.ts';
import type { Person } from '../../../testing/person.ts';
import { renderPart } from '../../../testing/render.tsx';
import { tokensOf } from '../../../testing/tokens.ts';
import ManyCreatePage from './ManyCreatePage.tsx';

const ACCOUNT = '00000000-0000-4000-8000-000000000100';
const CLEO: Person = {
  scope: 'account',
  permissions: ['manage_account_user'],
  accounts: ['Nordmark Landesbank'],
  features: ['AM_enable_user_roles'],
};
const AUDITOR: AssignableRole = {
  id: '00000000-0000-4000-8000-000000000601',
  app_code: 'account_manager',
  name: 'Auditor',
  description: '',
  permissions: ['view_user'],
  account_id: null,
  account_name: null,
  why_not: null,
};
const VALIDATE = '/account/ui-api/v1/user/bulk/validate';

/** Answers checks with these, one after the other, and the run with an id. */
function serve(...found: JudgedPeople[]) {
  return answerWith(({ path }) => {
    if (path === VALIDATE) return found.shift();
    if (path === '/account/ui-api/v1/user/bulk') return { id: 'plan-1' };
    return path === '/account/ui-api/v1/assignable-role' ? { items: [AUDITOR], total: 1 } : undefined;
  });
}
const judged = (create: number, items: JudgedPeople['items'] = []): JudgedPeople => ({
  total: create + items.length,
  create,
  same: items.filter(({ verdict }) => verdict === 'same').length,
  refused: items.filter(({ verdict }) => verdict === 'refused').length,
  items,
});
const PLAIN = '/account/access/administrators/bulk-user-create';
const WITH_ROLES = '/account/access/administrators/role-bulk-user-create';
const show = (at = PLAIN) => renderPart(<ManyCreatePage />, { as: CLEO, at, pages: [PLAIN, WITH_ROLES] });
const cell = (field: string, row: number) => page.getByLabelText(`${field}, row ${row}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sent = (calls: ReturnType<typeof serve>, path: string) =>
  calls.filter((one) => one.path === path).map(({ body }) => body);
/** The button opens what the browser has for choosing files: the field behind it has no name. */
const choose = (name: string, text: string) => {
  const field = document.querySelector('input[type=file]');
  if (!field) throw new Error('There is no field for a file.');
  return userEvent.upload(field, new File([text], name));
};

const fileOf = (count: number): string => {
  const lines = Array.from({ length: count }, (_, n) => `N${n};B;n${n};n${n}@n.example;x`);
  return ['First name;last_name;User name;Email;Team', ...lines].join('\n');
};

test('what is typed while the list is checked stays as it was typed, and is not checked', async () => {
  const checking = held();
  answerWith(async ({ path }) => {
    if (path !== VALIDATE) return path === '/account/ui-api/v1/assignable-role' ? { items: [], total: 0 } : undefined;
    await checking.wait;
    const wrong = { row: 2, verdict: 'refused', fields: { email: { status: 'INVALID_EMAIL' } }, reason: null } as const;
    return judged(1, [wrong]);
  });
  await show();
  await cell('First name', 1).fill('Nils');
  await cell('First name', 3).fill('Ida');
  await button('Check the list').click();
  await cell('First name', 1).fill('Nele');
  await page.getByRole('button', { name: 'Remove row 2' }).click();
  checking.release();
  await expect.element(cell('Email', 3)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(cell('First name', 1)).toHaveValue('Nele');
  await expect.element(cell('First name', 2)).not.toBeInTheDocument();
  // Nobody is moved while somebody types.
  await expect.element(page.getByRole('listitem').first()).toHaveAccessibleName('Row 1');
  await expect.element(button('Check the list')).toBeVisible();
});

test('what is wrong stands in its row, first; mended and checked again all of them are created', async () => {
  const calls = serve(
    judged(1, [{ row: 2, verdict: 'refused', fields: { email: { status: 'INVALID_EMAIL' } }, reason: null }]),
    judged(2),
  );
  const { address } = await show();
  await expect.element(button('Check the list')).toHaveAttribute('aria-disabled', 'true');
  await cell('First name', 1).fill('Nils');
  await cell('First name', 3).fill('Ida');
  await button('Check the list').click();
  await expect.element(cell('Email', 3)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('listitem').first()).toHaveAccessibleName('Row 3');
  await expect.element(page.getByText(/1 person can be created, 0 are there already, 1 has errors/)).toBeVisible();
  await expect.element(button('Create 1 administrator')).toBeVisible();

  await cell('Email', 3).fill('ida@nowhere.example');
  await expect.element(cell('Email', 3)).not.toHaveAttribute('aria-invalid');
  await button('Check the list').click();
  await button('Create 2 administrators').click();
  await expect.poll(address).toBe('/account/access/administrators/bulk/plan-1');
  expect(sent(calls, '/account/ui-api/v1/user/bulk')).toMatchObject([
    {
      defaults: { access_scope: 'account', primary_account_id: ACCOUNT, role_ids: [], locale: 'en_US' },
      users: [{ first_name: 'Nils' }, { first_name: 'Ida', email: 'ida@nowhere.example' }],
    },
  ]);
});

test.each([
  { row: 'S-051', at: WITH_ROLES, given: [AUDITOR.id] },
  { row: 'S-052', at: PLAIN, given: [] },
])('[$row] the address says whether roles are chosen, and whether any are sent', async ({ at, given }) => {
  const calls = serve(judged(1));
  await show(at);
  await cell('First name', 1).fill('Nils');
  const roles = page.getByRole('combobox', { name: 'Account Manager' });
  if (given.length > 0) {
    await roles.click();
    await page.getByRole('option', { name: 'Auditor' }).click();
  }
  await button('Check the list').click();
  await expect.element(button('Create 1 administrator')).toBeVisible();
  expect(roles.elements()).toHaveLength(given.length);
  await button('Create 1 administrator').click();
  await expect
    .poll(() => sent(calls, '/account/ui-api/v1/user/bulk'))
    .toMatchObject([{ defaults: { role_ids: given } }]);
});

test('a table of a spreadsheet is pasted over many cells', async () => {
  serve();
  await show();
  const data = new DataTransfer();
  data.setData('text/plain', ['Nils\tBerg\tnils', 'Ida\tNoor\tida', 'Eve\tDahl\teve', 'Kai\tHolm\tkai'].join('\r\n'));
  cell('First name', 1)
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(cell('User name', 4)).toHaveValue('kai');
  await expect.element(cell('Last name', 2)).toHaveValue('Noor');
});

test('a file that is none says why, and one that is long is looked at by pages', async () => {
  serve();
  await show();
  await choose('notes.csv', 'a,b\n1,2\n');
  await expect.element(page.getByText(/has to name the columns/)).toBeVisible();
  await choose('people.csv', fileOf(45));
  await expect.element(page.getByText(/45 people were read/)).toBeVisible();
  await expect.element(page.getByText(/were left out: Team/)).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(page.getByText('21–40 of 45')).toBeVisible();
  await expect.element(cell('First name', 21)).toHaveValue('N20');
  await page.getByRole('button', { name: 'Remove row 21' }).click();
  await expect.element(page.getByText('21–40 of 44')).toBeVisible();
});

test('the same file is read again however often it is chosen; what is wrong is turned to', async () => {
  const wrong = { row: 45, verdict: 'refused' as const, fields: { email: { status: 'INVALID_EMAIL' } }, reason: null };
  serve(judged(44, [wrong]));
  await show();
  for (let time = 0; time < 2; time++) await choose('people.csv', 'a,b\n1,2\n');
  const field = document.querySelector<HTMLInputElement>('input[type=file]');
  // A field that keeps its file says nothing of the same one.
  expect(field?.files).toHaveLength(0);
  await choose('people.csv', fileOf(45));
  await page.getByRole('button', { name: 'Next page' }).click();
  await button('Check the list').click();
  await expect.element(page.getByText('1–20 of 45')).toBeVisible();
  await expect.element(page.getByRole('listitem').first()).toHaveAccessibleName('Row 45');
});

test('a file does not take the place of who is listed unasked: they are kept, added to or replaced', async () => {
  serve();
  await show();
  const dialog = page.getByRole('dialog', { name: 'Replace the list with people.csv?' });
  const pick = async (name: string) => {
    await choose('people.csv', fileOf(2));
    await expect.poll(() => dialog.query()?.textContent).toContain('in the list already. The file has 2 people.');
    await dialog.getByRole('button', { name }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await cell('First name', 2).fill('Nils');
  await pick('Cancel');
  await expect.element(cell('First name', 2)).toHaveValue('Nils');
  expect(page.getByText('2 people were read from people.csv.').elements()).toHaveLength(0);
  await pick('Add to the list');
  await expect.element(cell('First name', 4)).toHaveValue('N1');
  await expect.element(cell('First name', 2)).toHaveValue('Nils');
  await pick('Replace the list');
  await expect.element(cell('First name', 1)).toHaveValue('N0');
  expect(page.getByRole('textbox', { name: /^First name/ }).elements()).toHaveLength(2);
});

test('more people than a run takes, pasted together, are not cut off but refused', async () => {
  serve();
  await show();
  const data = new DataTransfer();
  data.setData('text/plain', Array.from({ length: LIMITS.bulkMax + 5 }, (_, n) => `N${n}\tB`).join('\n'));
  cell('First name', 1)
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(page.getByText('The list has more than 10,000 people. Divide it.')).toBeVisible();
  await expect.element(button('Check the list')).toHaveAttribute('aria-disabled', 'true');
});

test('what is wrong with what all have in common stands under its field, and nobody is created', async () => {
  const items = [
    { row: 1, verdict: 'refused' as const, fields: { primary_account_id: { status: 'NOT_FOUND' } }, reason: null },
  ];
  serve(judged(0, items));
  await show();
  await cell('First name', 1).fill('Nils');
  await button('Check the list').click();
  await expect.element(page.getByRole('alert').getByRole('link', { name: /^Accounts: / })).toBeVisible();
  await expect.element(page.getByText('Nobody of this list can be created.')).toBeVisible();
  await expect.element(button('Create 0 administrators')).toHaveAttribute('aria-disabled', 'true');
});

test('a list is there again for its person after the session has ended', async () => {
  serve();
  const tokens = tokensOf('cleo');
  beginSession(tokens);
  await show();
  await cell('First name', 1).fill('Nils');
  await cell('Email', 3).fill('ida@nowhere.example');
  endSession('expired');
  beginSession(tokens);
  document.body.replaceChildren();
  await show();
  await expect.element(page.getByText(/You typed this before your session ended/)).toBeVisible();
  await expect.element(cell('First name', 1)).toHaveValue('Nils');
  await expect.element(cell('Email', 2)).toHaveValue('ida@nowhere.example');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect.element(cell('First name', 1)).toHaveValue('');
});

test('on a narrow screen, which has no heads, each field says what it is for', async () => {
  serve();
  await show();
  const label = page.getByRole('listitem').first().getByText('First name', { exact: true });
  await expect.element(cell('First name', 1)).toBeVisible();
  await expect.element(label).not.toBeVisible();
  await page.viewport(390, 740);
  await expect.element(label).toBeVisible();
  await cell('First name', 1).fill('Nils');
  await expect.element(label).toBeVisible();
});

test('[A-280] a list that has opened begins at its first cell', async () => {
  serve();
  await show();
  await expect.element(cell('First name', 1)).toHaveFocus();
});
