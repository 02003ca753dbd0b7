/** Asking why somebody can do something: by words, on a day, and what the answer says. */
import type { AccessCheck as Answer } from '@signet/contract/areas/access-check';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { featuresQuery } from '../../session/profile.ts';
import { answerWith, type Asked } from '../../testing/answers.ts';
import type { Person } from '../../testing/person.ts';
import { renderPart } from '../../testing/render.tsx';
import AccessCheck from './AccessCheck.tsx';

const IDA = '00000000-0000-4000-8000-000000000500';
const TOVE = '00000000-0000-4000-8000-000000000001';
const LEAD = { id: '00000000-0000-4000-8000-000000000600', app_code: 'account_manager', name: 'Branch lead' } as const;
const AS: Person = { scope: 'account', permissions: ['view_user'], accounts: ['Nordmark'] };
const READS_ROLES: Person = { ...AS, permissions: ['view_user', 'view_user_role'] };

const MISSING: Answer = {
  act: 'accounts.edit',
  date: null,
  allowed: false,
  person: { id: IDA, name: 'Ida Noor', service_user: false, access_scope: 'account' },
  obstacles: [],
  scopes: null,
  permissions: [{ name: 'manage_account', needed: 'all', held: false, roles: [], hidden_roles: 0, given_by: [LEAD] }],
  feature: null,
  in_session_only: false,
  tokens: [],
};
const HELD: Answer = {
  ...MISSING,
  allowed: true,
  permissions: [{ name: 'manage_account', needed: 'all', held: true, roles: [LEAD], hidden_roles: 2, given_by: [] }],
};

async function open(answer: Partial<Answer>, { as = AS, at = '?check=accounts.edit', id = IDA } = {}) {
  const calls = answerWith(({ path }) => (path.endsWith('/access-check') ? { ...MISSING, ...answer } : undefined));
  const shown = await renderPart(<AccessCheck personId={id} />, { as, at: `/account/profile/access${at}` });
  return { calls, ...shown };
}
const asked = (calls: Asked[]) => calls.map(({ query }) => Object.fromEntries(query));
const answer = page.getByRole('status').last();
const steps = page.getByRole('list', { name: 'Why' });
const expectText = (part: Locator, text: string) => expect.poll(() => part.query()?.textContent).toContain(text);

test('an action is found by words of its name, and the address says what is asked', async () => {
  const { calls, address } = await open({}, { at: '' });
  await expectText(answer, 'Choose a screen or an action');
  expect(calls).toEqual([]);
  const field = page.getByRole('combobox', { name: 'Screen or action' });
  await field.click();
  await field.fill('acc edit');
  await page.getByRole('option', { name: 'Edit accounts' }).click();
  await expectText(answer, 'Ida Noor has no access to “Edit accounts”.');
  expect(asked(calls)).toEqual([{ act: 'accounts.edit', user_id: IDA }]);
  expect(address()).toContain('check=accounts.edit');
});

test('where the scope forbids it, that is said and no role is named', async () => {
  const permissions = MISSING.permissions.map((one) => ({ ...one, given_by: [] }));
  await open({ scopes: ['system', 'partner'], permissions });
  await expectText(steps, 'No role changes that: it means nothing here (Account scope).');
  expect(steps.element().textContent).not.toContain('There is no role');
});

test('what is missing stands in the first sentence, and then which roles would give it', async () => {
  await open({});
  await expectText(answer, 'A permission is missing: Manage accounts.');
  await expectText(steps, 'Roles that give it: Branch lead (Account Manager)');
  expect(page.getByRole('link', { name: 'Branch lead' }).query()).toBeNull();
});

test('what gives access is named, a link for those who may open roles; others are counted', async () => {
  await open(HELD, { as: READS_ROLES });
  await expectText(answer, 'Ida Noor has access to “Edit accounts”.');
  await expectText(steps, 'Given by: Branch lead (Account Manager), 2 roles that you can’t see');
  queryClient.setQueryData(featuresQuery.queryKey, (flags) => flags && { ...flags, AM_enable_user_roles: true });
  await expect.element(page.getByRole('link', { name: 'Branch lead' })).toBeVisible();
});

test('oneself is told so', async () => {
  await open({}, { id: TOVE });
  await expectText(answer, 'You have no access to “Edit accounts”.');
});

test('of alternatives one that is held is enough, and of none all are named', async () => {
  const any = (held: boolean): Omit<Answer['permissions'][number], 'name'> => ({
    needed: 'any',
    held,
    roles: [],
    hidden_roles: 0,
    given_by: [],
  });
  const two = (held: boolean): Answer['permissions'] => [
    { name: 'view_account', ...any(false) },
    { name: 'manage_account', ...any(held) },
  ];
  await open({ permissions: two(false) });
  await expectText(answer, 'It takes one of these permissions: View accounts, Manage accounts.');
  await expectText(steps, 'One of these permissions is enough.');
  document.body.replaceChildren();
  await open({ allowed: true, permissions: two(true) });
  await expectText(steps, 'Not needed');
});

test('scope, feature and whatever keeps a person out have their sentences', async () => {
  await open({ permissions: [], scopes: ['system'] });
  await expectText(answer, 'It is for System scope; this is Account scope.');
  document.body.replaceChildren();
  await open({ permissions: [], feature: { name: 'AM_enable_user_roles', on: false } });
  await expectText(answer, 'The feature User roles is switched off.');
  document.body.replaceChildren();
  await open({ permissions: [], obstacles: ['disabled', 'terms_open'] });
  await expectText(answer, 'The user is disabled.');
  await expectText(steps, 'The terms have not been accepted yet.');
  document.body.replaceChildren();
  await open({ ...HELD, tokens: [{ id: LEAD.id, name: 'Deployment', allowed: false }] });
  await expectText(steps, 'Deployment, Missingcan’t do it');
});

test('a day gone by is asked of as it is chosen, and one that has not come is not asked of', async () => {
  const { calls } = await open({ ...HELD, date: '2026-01-05' }, { at: '?check=accounts.edit&date=2026-01-05' });
  await expectText(answer, 'On 2026-01-05 Ida Noor had access to “Edit accounts”.');
  expect(asked(calls)).toEqual([{ act: 'accounts.edit', user_id: IDA, date: '2026-01-05' }]);
  const field = page.getByRole('textbox', { name: 'Day' });
  await userEvent.fill(field, '2999-01-01');
  await expect.element(field).toHaveAccessibleDescription(/Choose today or an earlier day\./);
  await userEvent.fill(field, 'soon');
  await expect.element(field).toBeInvalid();
  expect(calls.length).toBe(1);
});

test('a day of which nothing was recorded says so under the field', async () => {
  answerWith(() =>
    Response.json(
      {
        error: {
          status: 'INVALID_INPUT',
          message: '',
          fields: { date: { status: 'NOT_RECORDED', message: '', params: { date: '2026-03-01' } } },
        },
      },
      { status: 400 },
    ),
  );
  await renderPart(<AccessCheck personId={IDA} />, {
    as: AS,
    at: '/account/profile/access?check=accounts.edit&date=2026-01-05',
  });
  const field = page.getByRole('textbox', { name: 'Day' });
  await expect.element(field).toHaveAccessibleDescription(/recorded since 2026-03-01/);
});
