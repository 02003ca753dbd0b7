/** Inviting by a list: checked, mended in place, run; what all have in common is said under its field. */
import type { JudgedInvitations } from '@signet/contract/areas/enrollments-bulk';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import InviteManyPage from './InviteManyPage.tsx';

const MANY = '/account/ui-api/v2/enrollment/bulk';
/** The one account of the person. */
const ACCOUNT = '00000000-0000-4000-8000-000000000100';
const TEMPLATE = '00000000-0000-4000-8000-000000000801';

/** Answers checks with these, one after the other, and the run with an id. */
function serve(...found: Pick<JudgedInvitations, 'create' | 'same' | 'refused' | 'items'>[]) {
  return answerWith(({ path }) => {
    if (path === `${MANY}/validate`) return found.shift();
    if (path === MANY) return { id: 'plan-1' };
    const items = [
      {
        id: TEMPLATE,
        name: 'Mail of people',
        seat_types: ['user'],
        days: 365,
        organizational_unit: '',
        locality: '',
        state: '',
        country: '',
      },
      { id: '00000000-0000-4000-8000-000000000802', name: 'Servers', seat_types: ['server'], days: 365 },
    ];
    return path.endsWith('/template') ? { items, total: 2 } : undefined;
  });
}
const show = () =>
  renderPart(<InviteManyPage />, {
    as: { scope: 'account', permissions: ['view_enrollment', 'manage_enrollment'], accounts: ['Nordmark Landesbank'] },
  });
const cell = (field: string, row: number) => page.getByLabelText(`${field}, row ${row}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
async function write(row: number, name: string, email: string): Promise<void> {
  await cell('First name', row).fill('Nils');
  await cell('Last name', row).fill(name);
  await cell('Email address', row).fill(email);
}

test('a wrong row stands first, is mended and checked again; then all are invited by one template', async () => {
  const calls = serve(
    {
      create: 1,
      same: 0,
      refused: 1,
      items: [{ row: 2, verdict: 'refused', fields: { email: { status: 'INVALID_EMAIL' } }, reason: null }],
    },
    { create: 1, same: 1, refused: 0, items: [{ row: 1, verdict: 'same', fields: {}, reason: null }] },
  );
  const { address } = await show();
  await expect.element(button('Check the list')).toHaveAttribute('aria-disabled', 'true');
  await write(1, 'Berg', 'nils.berg@nordmark.example');
  await write(2, 'Dahl', 'nils.dahl');
  const templates = page.getByRole('combobox', { name: 'Template' });
  // The other one is for no seat of a person.
  await expect.element(templates).toHaveTextContent('ChooseMail of people');
  await templates.selectOptions(TEMPLATE);
  await button('Check the list').click();
  await expect.element(cell('Email address', 2)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('listitem').first()).toHaveAccessibleName('Row 2');
  await expect.element(page.getByText(/1 person can be invited, 0 are invited already, 1 has errors/)).toBeVisible();
  expect(calls.some(({ path }) => path === MANY)).toBe(false);

  await cell('Email address', 2).fill('nils.dahl@nordmark.example');
  await button('Check the list').click();
  await expect.element(page.getByText('Has an open invitation to a certificate already.')).toBeVisible();
  await button('Invite 1 person').click();
  await expect.poll(address).toBe('/account/ca/enrollments/bulk/plan-1');
  expect(calls.filter(({ path }) => path === MANY).map(({ body }) => body)).toEqual([
    {
      defaults: {
        account_id: ACCOUNT,
        template_id: TEMPLATE,
        keystore_location: 'browser',
        enrollment_method: 'DTA',
        open_days: 14,
      },
      enrollments: ['Berg', 'Dahl'].map((last) => ({
        first_name: 'Nils',
        last_name: last,
        email: `nils.${last.toLowerCase()}@nordmark.example`,
        organization_units: '',
        locality: '',
        locale: '',
      })),
    },
  ]);
});

test('what holds for all is checked before anything is asked, and what the server refuses of it too', async () => {
  const calls = serve({
    create: 0,
    same: 0,
    refused: 1,
    items: [
      {
        row: 1,
        verdict: 'refused',
        fields: { keystore_location: { status: 'ATTESTATION_NEEDS_TOKEN' } },
        reason: null,
      },
    ],
  });
  await show();
  await write(1, 'Berg', 'nils.berg@nordmark.example');
  await page.getByLabelText('Days open').fill('400');
  await button('Check the list').click();
  await expect.element(page.getByRole('alert').getByRole('link', { name: /^Template: / })).toBeVisible();
  await expect.element(page.getByRole('alert').getByRole('link', { name: /^Days open: / })).toBeVisible();
  expect(calls.some(({ path }) => path.startsWith(MANY))).toBe(false);

  await page.getByRole('combobox', { name: 'Template' }).selectOptions(TEMPLATE);
  await page.getByLabelText('Days open').fill('14');
  await button('Check the list').click();
  await expect.element(page.getByRole('alert').getByRole('link', { name: /^Where the key is: / })).toBeVisible();
  await expect.element(page.getByText('Nobody of this list can be invited.')).toBeVisible();
});
