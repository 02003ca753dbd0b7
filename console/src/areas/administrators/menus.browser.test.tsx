/** What can't be done to a person is known before anybody tries: the menus keep it, with the reason. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { featuresQuery } from '../../session/profile.ts';
import { ADMINISTRATOR } from '../../testing/administrator.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { AdministratorMenu } from './AdministratorMenu.tsx';
import { administratorRowMenu } from './AdministratorRowMenu.tsx';

const ABOVE = { status: 'ABOVE_OWN_RIGHTS', params: { permission: 'manage_account' } } as const;
const ELSEWHERE = { status: 'BELONGS_ELSEWHERE' } as const;
const item = (name: RegExp) => page.getByRole('menuitem', { name });
const openMenu = () => page.getByRole('button', { name: 'Actions for Jonas Brandt' }).click();

const JONAS = {
  ...ADMINISTRATOR,
  id: '00000000-0000-4000-8000-000000000501',
  first_name: 'Jonas',
  last_name: 'Brandt',
  name: 'Jonas Brandt',
  user_name: 'jonas',
  email: 'jonas@nowhere.example',
};

test('in the list what needs permissions that one lacks can’t be chosen, and says so', async () => {
  await renderPart(administratorRowMenu({ ...JONAS, why_not: { edit: ABOVE, govern: ABOVE, help: null } }));
  await openMenu();
  for (const act of [
    /^Edit administrator.*permissions that you do not have/,
    /^Take the second factor away.*permissions that you do not/,
    /^Delete administrator.*permissions that you do not/,
  ])
    await expect.element(item(act)).toHaveAttribute('aria-disabled', 'true');
});

test('on the page the acts whose button is missing stand in the menu, with the reason', async () => {
  await renderPart(
    <AdministratorMenu
      administrator={{ ...JONAS, why_not: { edit: ELSEWHERE, govern: ELSEWHERE, help: null } }}
      onDeleted={() => {}}
    />,
    { as: { scope: 'account', permissions: ['manage_account_user'], accounts: [] } },
  );
  queryClient.setQueryData<unknown>(featuresQuery.queryKey, { AM_enable_user_roles: true });
  await openMenu();
  for (const act of ['Edit administrator', 'Edit roles', 'Disable administrator', 'Delete administrator'])
    await expect.element(item(new RegExp(`^${act}.*accounts that you don’t see`))).toBeVisible();
  await expect.element(item(/^Send password reset link$/)).not.toHaveAttribute('aria-disabled');
});

test.each(['list', 'page'])('in the %s the second factor is taken away, and what follows is said', async (where) => {
  const calls = answerWith(({ method }) => (method === 'GET' ? undefined : null));
  const has = { ...JONAS, second_factor: true };
  const menu = <AdministratorMenu administrator={has} onDeleted={() => {}} />;
  await renderPart(where === 'list' ? administratorRowMenu(has) : menu);
  await openMenu();
  await item(/^Take the second factor away$/).click();
  await expect.element(page.getByText(/An email to jonas@nowhere.example says so/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Take the second factor away' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'DELETE')?.path)
    .toBe(`/account/ui-api/v1/user/${JONAS.id}/mfa`);
});

test('[S-302] the mail about single sign-on is offered where people of the account sign in by it', async () => {
  const calls = answerWith(({ method }) => (method === 'GET' ? undefined : null));
  await renderPart(<AdministratorMenu administrator={{ ...JONAS, single_sign_on: true }} onDeleted={() => {}} />);
  await openMenu();
  await item(/^Send single sign-on email$/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send single sign-on email' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ path: expect.stringMatching(/\/resendSsoEmail$/) });
});

const NOT_COME = { ...JONAS, verified: false, status: 'invited' as const, has_password: false, single_sign_on: true };

test('[S-302] who has not come yet is sent the mail about single sign-on beside the invitation', async () => {
  const calls = answerWith(({ method }) => (method === 'GET' ? undefined : null));
  await renderPart(<AdministratorMenu administrator={NOT_COME} onDeleted={() => {}} />);
  await openMenu();
  await item(/^Send single sign-on email$/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send single sign-on email' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.path)
    .toBe(`/account/ui-api/v1/user/${JONAS.id}/resendSsoEmail`);
});

test('[S-302] where passwords sign nobody in, the invitation is that mail, and stands in the menu once', async () => {
  await renderPart(<AdministratorMenu administrator={{ ...NOT_COME, password_sign_in: false }} onDeleted={() => {}} />);
  await openMenu();
  await expect.element(item(/^Send invitation again$/)).toBeVisible();
  await expect.element(item(/^Send single sign-on email$/)).not.toBeInTheDocument();
});

test('what an identity provider calls somebody is forgotten, and what follows is said', async () => {
  const calls = answerWith(({ method }) => (method === 'GET' ? undefined : null));
  await renderPart(<AdministratorMenu administrator={{ ...JONAS, oidc_username: '00u-1' }} onDeleted={() => {}} />);
  await openMenu();
  await item(/^Forget the provider’s name$/).click();
  await expect.element(page.getByText(/the email address jonas@nowhere.example, .* that this is Jonas/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget the provider’s name' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'DELETE')?.path)
    .toBe(`/account/ui-api/v1/user/${JONAS.id}/provider-name`);
});

test('a name that no provider has given can’t be forgotten', async () => {
  await renderPart(<AdministratorMenu administrator={JONAS} onDeleted={() => {}} />);
  await openMenu();
  await expect.element(item(/^Disable administrator/)).toBeVisible();
  await expect.element(item(/^Forget/)).not.toBeInTheDocument();
});

test('the name of somebody who may do more stays, and the menu says why', async () => {
  const above = { ...JONAS, saml_username: 'E1001', why_not: { edit: ABOVE, govern: ABOVE, help: null } };
  await renderPart(<AdministratorMenu administrator={above} onDeleted={() => {}} />);
  await openMenu();
  const forget = item(/^Forget the provider’s name.*permissions that you do not/);
  await expect.element(forget).toHaveAttribute('aria-disabled', 'true');
});

test('[A-006] who has no password is invited to one, where passwords sign in', async () => {
  const calls = answerWith(({ method }) => (method === 'GET' ? undefined : null));
  const without = { ...JONAS, single_sign_on: true, has_password: false };
  await renderPart(<AdministratorMenu administrator={without} onDeleted={() => {}} />);
  await openMenu();
  await expect.element(item(/^Send password reset link/)).not.toBeInTheDocument();
  await item(/^Invite to sign in with a password$/).click();
  await expect.element(page.getByText(/goes to jonas@nowhere.example. It works for 72 hours/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Invite to sign in with a password' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT'))
    .toMatchObject({ path: expect.stringMatching(/\/inviteToStandardLogin$/) });
});

test('whom no mail lets in, since the account is off or over, is sent none, and the menu says so', async () => {
  const out = { ...JONAS, single_sign_on: true, certificate_sign_in: true, account_open: false };
  await renderPart(<AdministratorMenu administrator={out} onDeleted={() => {}} />);
  await openMenu();
  for (const act of ['Send password reset link', 'Send single sign-on email'])
    await expect.element(item(new RegExp(`^${act}.*deactivated or its service period is over`))).toBeVisible();
  await expect.element(item(/certificate.*deactivated or its service period is over/)).toBeVisible();
});

test('where passwords sign nobody in the link to one says so', async () => {
  const off = { ...JONAS, single_sign_on: true, password_sign_in: false };
  await renderPart(<AdministratorMenu administrator={off} onDeleted={() => {}} />);
  await openMenu();
  await expect.element(item(/^Send password reset link.*does not let people sign in with passwords/)).toBeVisible();
});

test('where all can be done the page has the buttons, and the menu the rest', async () => {
  await renderPart(<AdministratorMenu administrator={JONAS} onDeleted={() => {}} />, {
    as: { scope: 'account', permissions: ['manage_account_user'], accounts: [] },
  });
  await openMenu();
  await expect.element(item(/^Disable administrator$/)).toBeVisible();
  await expect.element(item(/^Edit/)).not.toBeInTheDocument();
  await expect.element(item(/^Take the second factor away.*has no second factor/)).toBeVisible();
});

test('[S-300] a start page that was typed and given up is gone when it is asked for again', async () => {
  await renderPart(
    <AdministratorMenu administrator={{ ...JONAS, default_app_url: '/account/accounts' }} onDeleted={() => {}} />,
  );
  const field = page.getByRole('textbox', { name: 'Start page' });
  const choose = async () => {
    await openMenu();
    await item(/^Set start page/).click();
  };
  await choose();
  await field.fill('/account/elsewhere');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose();
  await expect.element(field).toHaveValue('/account/accounts');
});

test('[S-299] who has not answered the invitation can be sent a link to a certificate', async () => {
  const calls = answerWith(({ method }) => (method === 'GET' ? undefined : null));
  const invited = { ...JONAS, verified: false, status: 'invited' as const, certificate_sign_in: true };
  await renderPart(<AdministratorMenu administrator={invited} onDeleted={() => {}} />);
  await openMenu();
  await item(/^Send certificate link$/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send certificate link' }).click();
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.path)
    .toBe(`/account/ui-api/v1/user/${JONAS.id}/sendSetupCacBasedLoginEmail`);
});
