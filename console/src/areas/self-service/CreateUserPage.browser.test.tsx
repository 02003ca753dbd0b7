import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import CreateUserPage from './CreateUserPage.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const REQUEST_PATH = `/account/ui-api/v1/self-service-user/${ID}`;
const AT = paths.createUser({ state: 'of-the-link' });
const LINK = { account_id: ID, account_name: 'Nordmark Landesbank', domains: ['nordmark.example'] };
const REQUEST = {
  id: ID,
  status: 'PASSCODE_SENT',
  email: 'nora@nordmark.example',
  account_name: 'Nordmark Landesbank',
  domains: ['nordmark.example'],
  expires_at: '2099-01-01 00:00:00',
};

/** The page, with the platform's answers by the end of the path; a function for what changes from call to call. */
async function open(answers: Record<string, unknown>): Promise<Asked[]> {
  const asked = answerWith(({ method, path }) => {
    const [, answer] = Object.entries(answers).find(([end]) => `${method} ${path}`.endsWith(end)) ?? [];
    if (typeof answer === 'function') return answer();
    if (answer !== undefined) return answer;
    if (path.includes('/getIdpUrl/')) return { idp_url: null, standard_login: true };
    return path.endsWith('/self-service-user') ? LINK : undefined;
  });
  const part = (
    <>
      <CreateUserPage />
      <NoticeArea />
    </>
  );
  await renderPart(part, { at: AT, pages: [paths.createUser()] });
  return asked;
}

/** What the tab has kept of a request, as after a reload. */
const keep = () =>
  sessionStorage.setItem('self_service_request', JSON.stringify({ link: 'of-the-link', id: ID, state: 'own' }));
const passcode = page.getByLabelText('Passcode', { exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const said = (text: string) => page.getByText(text, { exact: false });
const click = (name: string) => page.getByRole('button', { name }).click();

test.each([
  ['SELF_SERVICE_LINK_ENDED', 410, 'This link has ended or is incomplete.'],
  ['ACCOUNT_EXPIRED', 403, 'The account is inactive'],
])('a link that answers %s says so, and asks for nothing', async (status, code, text) => {
  await open({ 'GET /account/ui-api/v1/self-service-user': () => problem(status, code) });
  await expect.element(heading('This link no longer works')).toBeVisible();
  await expect.element(said(text)).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await expect.element(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/account/login');
});

test('an address at another domain is refused before anything is sent', async () => {
  const asked = await open({});
  await page.getByLabelText('Email').fill('nora@elsewhere.example');
  await click('Send the passcode');
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription(/nordmark\.example/);
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('[S-362] a wrong passcode is said under its field and the step stays; another refusal is shown', async () => {
  keep();
  const refusals = [
    Response.json(
      { error: { status: 'PASSCODE_INVALID', message: '', fields: { passcode: { status: 'PASSCODE_INVALID' } } } },
      { status: 400 },
    ),
    Response.json({ error: { status: 'X', message: 'The mail server says no.' } }, { status: 400 }),
  ];
  const asked = await open({ [REQUEST_PATH]: REQUEST, '/validate-passcode': () => refusals.shift() });
  await passcode.fill('000000');
  await click('Continue');
  await expect.element(passcode).toHaveAccessibleDescription(/This passcode is not right/);
  await passcode.fill('000001');
  await click('Continue');
  await expect.element(said('The mail server says no.')).toBeVisible();
  await expect.element(passcode).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ body: { passcode: '000001' } });
  expect(asked.at(-1)?.query.get('state')).toBe('own');
});

test('[S-360 S-366] a new passcode is sent, and another address is taken and proved anew', async () => {
  keep();
  const other = { ...REQUEST, email: 'other@nordmark.example' };
  const asked = await open({ [`GET ${REQUEST_PATH}`]: REQUEST, '/passcode': null, [`PUT ${REQUEST_PATH}`]: other });
  await click('Send a new passcode');
  await expect.element(said('A new passcode is on its way.')).toBeVisible();
  await click('Use another address');
  await page.getByLabelText('Email').fill('other@nordmark.example');
  await click('Send the passcode');
  await expect.element(said('An email is on its way to other@nordmark.example.')).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ method: 'PUT', body: { email: 'other@nordmark.example', locale: 'en_US' } });
});

test('a request that took too long begins again with the address', async () => {
  keep();
  await open({
    [REQUEST_PATH]: REQUEST,
    '/validate-passcode': () => problem('SELF_SERVICE_REQUEST_ENDED', 410),
  });
  await passcode.fill('123456');
  await click('Continue');
  await expect.element(said('This took too long, or was completed already.')).toBeVisible();
  await click('Start again');
  await expect.element(page.getByLabelText('Email')).toBeVisible();
  expect(sessionStorage.getItem('self_service_request')).toBeNull();
});

test('[A-012] who can’t make a user here reads why, and is offered the sign-in instead of a form', async () => {
  keep();
  await open({
    [REQUEST_PATH]: { ...REQUEST, status: 'VALIDATED' },
    '/inline-onboarding-eligibility': { eligible: false, why_not: { status: 'EMAIL_HAS_USER' } },
  });
  await expect.element(heading('You can’t create a user here now')).toBeVisible();
  await expect.element(said('There is a user with this address already.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('[S-367] once the user is there the browser signs in; where that fails the sign-in page says so', async () => {
  keep();
  const asked = await open({
    [REQUEST_PATH]: { ...REQUEST, status: 'VALIDATED' },
    '/inline-onboarding-eligibility': { eligible: true, why_not: null },
    '/username-exists': { exists: false },
    '/nationalities': { items: [{ code: 'NO', name: 'Norway' }], total: 1 },
    'POST /account/ui-api/v1/self-service-user': { status: 'CREATED', self_service_request_id: ID, user_name: 'nora' },
    '/auto-login': () => problem('CODE_INVALID', 410),
  });
  await page.getByLabelText('First name').fill('Nora');
  await page.getByLabelText('Last name').fill('Berg');
  await page.getByLabelText('User name').fill('nora');
  await page.getByLabelText('Password', { exact: true }).fill('Clear-morning-17-bridges');
  await page.getByLabelText('Confirm password').fill('Clear-morning-17-bridges');
  await page.getByLabelText('Nationality', { exact: false }).selectOptions('NO');
  await click('Create and sign in');
  await expect.element(said('Your user is created. Sign in with it.')).toBeVisible();
  const sent = asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  const names = { first_name: 'Nora', last_name: 'Berg', email: 'nora@nordmark.example', user_name: 'nora' };
  const password = 'Clear-morning-17-bridges';
  expect(sent).toEqual([
    [
      '/account/ui-api/v1/self-service-user',
      { ...names, password, repeatedPassword: password, nationality: 'NO', locale: 'en_US' },
    ],
    [
      '/imauth/api/v1/auto-login',
      { user_name: 'nora', password, user_authenticated_in_idp: false, self_service_request_id: ID },
    ],
  ]);
  expect(sessionStorage.getItem('self_service_request')).toBeNull();
});

describe('[S-363] where people of the account sign in at a provider', () => {
  /** Each answer is a sign-in of its own; it leads into the console here, since a test can't leave its page. */
  function ways(standard_login: boolean) {
    let times = 0;
    return {
      [`GET /account/ui-api/v1/self-service-user/getIdpUrl/${ID}`]: () => ({
        idp_url: `${paths.login()}?state=${(times += 1)}`,
        standard_login,
      }),
    };
  }

  test('the page leads there beside making a user, and knows the sign-in when it comes back', async () => {
    const asked = await open(ways(true));
    await expect.element(page.getByRole('textbox')).toBeVisible();
    expect(sessionStorage.getItem('login_state')).toBeNull();
    await click('Sign in with your organization');
    await expect.poll(() => sessionStorage.getItem('login_state')).toBe('2');
    const ofLink = asked.filter(({ path }) => path.includes('/getIdpUrl/')).map(({ query }) => query.get('state'));
    expect(ofLink.slice(0, 2)).toEqual(['of-the-link', 'of-the-link']);
  });

  test('[S-024] where there is none and no password either, it is said that no user can be made', async () => {
    await open({ [`getIdpUrl/${ID}`]: { idp_url: null, standard_login: false } });
    await expect.element(heading('You can’t create a user here now')).toBeVisible();
    await expect.element(said('do not sign in with passwords')).toBeVisible();
    expect(page.getByRole('textbox').elements()).toEqual([]);
  });

  test('it leads nowhere else where nobody has a password', async () => {
    await open(ways(false));
    await expect.element(heading('Sign in at Nordmark Landesbank')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Sign in with your organization' })).toBeVisible();
    expect(page.getByRole('textbox').elements()).toEqual([]);
  });
});
