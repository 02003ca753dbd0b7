import { ACCESS } from '@signet/contract/access';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import Gate from './Gate.tsx';

test('a request for what is switched off calls the feature as administrators know it, with its name', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderPart(<Gate access={ACCESS.roles.view}>Roles</Gate>, {
    as: { scope: 'system', permissions: ['view_user_role'], accounts: ['Signet platform'] },
  });
  await expect.element(page.getByText(/It is switched off on this platform\./)).toBeVisible();
  await page.getByRole('button', { name: 'Copy a request' }).click();
  expect(write).toHaveBeenCalledWith(
    expect.stringContaining('the feature User roles (AM_enable_user_roles), which is switched off'),
  );
  write.mockRestore();
});

test('where the browser does not let it be copied, the request stands there to be copied by hand', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await renderPart(<Gate access={ACCESS.roles.view}>Roles</Gate>, {
    as: { scope: 'system', permissions: ['view_user_role'], accounts: ['Signet platform'] },
  });
  await page.getByRole('button', { name: 'Copy a request' }).click();
  const text = page.getByRole('textbox', { name: /did not allow copying/ });
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveValue(expect.stringContaining('I need access to'));
  write.mockRestore();
});

const CLEO = {
  id: '00000000-0000-4000-8000-000000000900',
  name: 'Cleo Marchetti',
  role: 'Lead',
  email: 'cleo@n.example',
};
const AS = { scope: 'account', permissions: [], accounts: ['Nordmark'] } as const;

test('[S-089] a permission is missing: those are asked for who can give this very one', async () => {
  const calls = answerWith(() => ({ items: [CLEO] }));
  await renderPart(<Gate access={ACCESS.organizations.view}>Organizations</Gate>, { as: AS });
  await expect.element(page.getByRole('heading', { name: 'Who can give you this permission' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'cleo@n.example' })).toBeVisible();
  expect(calls.map(({ query }) => query.getAll('any_of'))).toEqual([['view_organization', 'manage_organization']]);
  const check = page.getByRole('link', { name: 'Check my access' });
  await expect.element(check).toHaveAttribute('href', '/account/profile/access?check=organizations.view');
});

test('[S-089] where nobody of the account can give it, it says what kind of people can', async () => {
  answerWith(() => ({ items: [] }));
  await renderPart(<Gate access={ACCESS.organizations.view}>Organizations</Gate>, { as: AS });
  await expect
    .element(
      page.getByText(/Nobody in your account can give you this permission\. Turn to the partner or the operator/),
    )
    .toBeVisible();
});

test('[S-089] what nobody of the person’s scope can hold takes another scope, and nobody is asked for', async () => {
  const calls = answerWith(() => ({ items: [CLEO] }));
  await renderPart(<Gate access={ACCESS.accounts.view}>Accounts</Gate>, { as: { ...AS, scope: 'end_user' } });
  await expect
    .element(page.getByText('End users can’t have this permission. Somebody must change your access scope first.'))
    .toBeVisible();
  expect(calls).toEqual([]);
});

test('[S-089] what another scope or a feature opens names nobody of the account', async () => {
  const calls = answerWith(() => ({ items: [CLEO] }));
  await renderPart(<Gate access={ACCESS.featureFlags.manage}>Flags</Gate>, { as: AS });
  await expect
    .element(page.getByText(/No role opens this page to people of your scope\. Turn to the partner/))
    .toBeVisible();
  document.body.replaceChildren();
  await renderPart(<Gate access={ACCESS.roles.view}>Roles</Gate>, { as: { ...AS, permissions: ['view_user_role'] } });
  await expect.element(page.getByText(/Only people with system scope switch features on\./)).toBeVisible();
  expect(calls).toEqual([]);
});

test.each([
  [
    'leads to the page above it too, where that is open',
    ['view_organization'],
    [paths.welcome(), paths.organizations()],
  ],
  ['leads home alone, where that is not', [], [paths.welcome()]],
] as const)('[S-089] a page that is refused %s', async (_, permissions, ways) => {
  answerWith(() => ({ items: [] }));
  const address = paths.organizationCreate();
  const above = [
    { to: paths.organizations(), title: 'organizations.title', access: ACCESS.organizations.view },
  ] as const;
  await renderPart(<Gate access={ACCESS.organizations.manage}>Create</Gate>, {
    as: { ...AS, permissions },
    at: address,
    pages: [address],
    data: { title: 'organizations.create', crumb: true, above: () => above },
  });
  const links = page.getByRole('link', { name: /^(?:Back to|Go to)/ });
  await expect.element(links.first()).toBeVisible();
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(ways);
});
