import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginSession } from '../../session/start.ts';
import { endSession } from '../../session/state.ts';
import { chooseAccount } from '../../shell/account/account-name.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import OrganizationCreatePage from './OrganizationCreatePage.tsx';
import OrganizationsPage from './OrganizationsPage.tsx';

const field = page.getByRole('textbox', { name: 'Account' });
const picker = page.getByRole('combobox', { name: 'Account' });

test.each(['system', 'partner', 'account'] as const)(
  '%s: who may not look at accounts creates an organization in their own, which stands in the form',
  async (scope) => {
    await renderPart(<OrganizationCreatePage />, {
      as: { scope, permissions: ['manage_organization'], accounts: ['Nordmark Landesbank', 'Orsini Custody'] },
    });
    await expect.element(field).toHaveValue('Nordmark Landesbank');
    await expect.element(field).toHaveAttribute('readonly');
    await expect.element(picker).not.toBeInTheDocument();
  },
);

test('who may look at accounts chooses one', async () => {
  await renderPart(<OrganizationCreatePage />, {
    as: { scope: 'system', permissions: ['manage_organization', 'view_account'], accounts: ['Nordmark Landesbank'] },
  });
  await expect.element(picker).toHaveValue('');
});

describe('who may not look at accounts and has none', () => {
  const PERSON = { scope: 'system', permissions: ['manage_organization'], accounts: [] } as const;
  test('[S-071 S-230] is told what is missing, in place of a form that can’t be sent', async () => {
    await renderPart(<OrganizationCreatePage />, { as: PERSON });
    await expect.element(page.getByText(/View accounts/).first()).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  });

  test('[S-230] is not offered to create one', async () => {
    answerWith(({ path }) => (path.endsWith('/organization') ? { items: [], total: 0, offset: 0, limit: 20 } : {}));
    await renderPart(<OrganizationsPage />, { as: PERSON });
    await expect.element(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Create organization' })).not.toBeInTheDocument();
  });
});

describe('who has two accounts and may not look at accounts', () => {
  const [FIRST, SECOND] = ['00000000-0000-4000-8000-000000000100', '00000000-0000-4000-8000-000000000101'];
  const OF_TWO = {
    scope: 'account',
    permissions: ['manage_organization'],
    accounts: ['Nordmark Landesbank', 'Orsini Custody'],
  } as const;
  const name = page.getByRole('textbox', { name: 'Name' });

  test('finds what was typed before the session ended in the account for which it was typed', async () => {
    const calls = answerWith(({ method }) =>
      method === 'POST' ? { id: 'o-1' } : { items: [{ code: 'SE', name: 'Sweden' }], total: 1 },
    );
    beginSession(tokensOf('tove'));
    chooseAccount(SECOND);
    await renderPart(<OrganizationCreatePage />, { as: OF_TWO });
    await name.fill('Harbour office');
    endSession('expired');
    beginSession(tokensOf('tove'));
    document.body.replaceChildren();
    await renderPart(<OrganizationCreatePage />, { as: OF_TWO });
    await expect.element(name).toHaveValue('Harbour office');
    await expect.element(page.getByText(/You typed this before your session ended/)).toBeVisible();
    await expect.element(page.getByText(/somebody else changed/)).not.toBeInTheDocument();
    await expect.element(field).toHaveValue('Orsini Custody');
    await page.getByRole('combobox', { name: 'Country' }).selectOptions('SE');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await expect
      .poll(() => calls.find(({ method }) => method === 'POST')?.body)
      .toMatchObject({ name: 'Harbour office', account_id: SECOND });
    endSession('signed-out');
  });

  test('reads in the form to which account it is sent, whatever the header says meanwhile', async () => {
    answerWith(() => ({ items: [], total: 0 }));
    chooseAccount(FIRST);
    await renderPart(<OrganizationCreatePage />, { as: OF_TWO });
    await expect.element(field).toHaveValue('Nordmark Landesbank');
    await name.fill('Harbour office');
    chooseAccount(SECOND);
    await expect.element(name).toHaveValue('Harbour office');
    await expect.element(field).toHaveValue('Nordmark Landesbank');
  });
});
