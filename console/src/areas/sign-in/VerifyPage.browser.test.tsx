/** The page of an invitation: user name and password, and for people who sign documents one step more. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import VerifyPage from './VerifyPage.tsx';

const USER = '00000000-0000-4000-8000-000000000500';
const PASSWORD = 'Correct-horse-7-Battery';
type Activation = { name: string; account_name: string | null };
const ACTIVATION: Activation = { name: 'Ines Invited', account_name: 'Nordmark Landesbank' };
const [CHECK, VERIFY] = ['/account/ui-api/v1/auth/check-code', `/account/ui-api/v1/user/${USER}/verify`];
const CHOSEN = { verification_code: 'code-1', login: 'ines', password: PASSWORD };
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const steps = page.getByRole('list', { name: /^Progress/ });
const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name });

/** The page of a link, which the platform answers so; answers what was sent to choose, and the address. */
async function open(activation: () => Activation | null, verify: (asked: Asked) => unknown = () => undefined) {
  const calls = answerWith((asked) => {
    if (asked.path === CHECK) return { activation: activation() };
    if (asked.path !== VERIFY) return undefined;
    return verify(asked) ?? Response.json({ return_url: '/account/callback/oauth?code=c&state=s' }, { status: 201 });
  });
  const { address } = await renderPart(<VerifyPage />, {
    at: `/account/verify/${USER}/code-1`,
    pages: ['account/verify/$userId/$verificationCode', 'account/callback/oauth'],
  });
  return { address, sent: () => calls.filter(({ path }) => path === VERIFY).map(({ body }) => body) };
}

async function choose(): Promise<void> {
  await page.getByLabelText('User name').fill('ines');
  await page.getByLabelText('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabelText('Confirm password', { exact: true }).fill(PASSWORD);
}

test('[S-026 S-258] who activates nothing sends name and password with the code, and nothing else', async () => {
  const { address, sent } = await open(() => null);
  await choose();
  expect(steps.elements()).toEqual([]);
  await button('Finish and sign in').click();
  await expect.poll(address).toBe('/account/callback/oauth?code=c&state=s');
  expect(sent()).toEqual([CHOSEN]);
});

test('[S-258] a signer activates in a step of its own, which says for whom and what it means', async () => {
  const { address, sent } = await open(() => ACTIVATION);
  await choose();
  await expect.element(step('Your user')).toHaveAttribute('aria-current', 'step');
  await button('Next').click();
  await expect.element(title('Activate signing')).toBeVisible();
  await expect.element(page.getByText(/Ines Invited, with this user you sign .* Nordmark Landesbank/)).toBeVisible();
  await expect.element(page.getByText(/signed in your name/)).toBeVisible();
  await expect.element(step('Activate')).toHaveAttribute('aria-current', 'step');
  expect(sent()).toEqual([]);
  await button('Back').click();
  await expect.element(page.getByLabelText('User name')).toHaveValue('ines');
  await button('Next').click();
  await button('Activate').click();
  await expect.poll(address).toBe('/account/callback/oauth?code=c&state=s');
  expect(sent()).toEqual([{ ...CHOSEN, activate: true }]);
});

test('[S-258] for people of no account the step names none', async () => {
  await open(() => ({ ...ACTIVATION, account_name: null }));
  await choose();
  await button('Next').click();
  await expect.element(page.getByText('Ines Invited, with this user you sign documents.')).toBeVisible();
});

test('the second step does not begin before name and password are right', async () => {
  await open(() => ACTIVATION);
  await page.getByLabelText('User name').fill('ines');
  await button('Next').click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect.element(title('Welcome. Choose how you sign in')).toBeVisible();
});

test('a name that is taken is said under its field, in the step where it was typed', async () => {
  const { sent } = await open(
    () => ACTIVATION,
    () =>
      Response.json(
        { error: { status: 'USERNAME_EXISTS', message: '', fields: { login: { status: 'USERNAME_EXISTS' } } } },
        { status: 409 },
      ),
  );
  await choose();
  await button('Next').click();
  await button('Activate').click();
  await expect.element(page.getByLabelText('User name')).toHaveAttribute('aria-invalid', 'true');
  expect(sent()).toHaveLength(1);
});

test('[S-258] a step that came up since the page opened is shown once the answer is refused for it', async () => {
  let on = false;
  const { address, sent } = await open(
    () => (on ? ACTIVATION : null),
    ({ body }) => {
      on = true;
      return 'activate' in (body as object) ? undefined : problem('ACTIVATION_REQUIRED', 409);
    },
  );
  await choose();
  await button('Finish and sign in').click();
  await expect.element(title('Activate signing')).toBeVisible();
  await button('Activate').click();
  await expect.poll(address).toBe('/account/callback/oauth?code=c&state=s');
  expect(sent()).toEqual([CHOSEN, { ...CHOSEN, activate: true }]);
});

test('a blank after the user name is no part of it', async () => {
  const { address, sent } = await open(() => null);
  await choose();
  await page.getByLabelText('User name').fill('ines ');
  await button('Finish and sign in').click();
  await expect.poll(address).toBe('/account/callback/oauth?code=c&state=s');
  expect(sent()).toEqual([CHOSEN]);
});
