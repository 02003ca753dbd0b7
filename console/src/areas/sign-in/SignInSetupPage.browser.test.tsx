import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import SignInSetupPage from './SignInSetupPage.tsx';

const LINK = '00000000-0000-4000-8000-000000000500';
const AT = { at: `/account/sign-in-setup#${LINK}/secret-1`, pages: ['account/sign-in-setup'] };
const SETUP = {
  purpose: 'saml',
  account_name: 'Nordmark',
  expires_at: '2026-11-24 12:00:00',
  service_provider_config: {
    entity_id: 'https://signet.example/saml',
    acs_url: 'https://signet.example/acs',
    logout_url: 'https://signet.example/logout',
  },
  redirect_uri: null,
};
const save = page.getByRole('button', { name: 'Save', exact: true });

test('metadata is handed in, what is wrong with it stands there, and the page says what comes next', async () => {
  let wrong = true;
  const calls = answerWith(({ path }) => {
    if (path.endsWith('/open')) return SETUP;
    if (!wrong) return null;
    const fields = { metadata: { status: 'INVALID_XML', message: '' } };
    return Response.json({ error: { status: 'INVALID_INPUT', message: '', fields } }, { status: 400 });
  });
  await renderPart(<SignInSetupPage />, AT);
  await expect.element(page.getByText('https://signet.example/acs')).toBeVisible();
  await save.click();
  expect(calls.filter(({ path }) => path.endsWith('/saml'))).toEqual([]);
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  await userEvent.upload(input, new File(['<xml/>'], 'idp.xml'));
  await expect.element(page.getByText('idp.xml is chosen.')).toBeVisible();
  await page.getByLabelText(/Attribute with the first name/).fill('x'.repeat(256));
  await save.click();
  await expect.element(page.getByLabelText(/Attribute with the first name/)).toBeInvalid();
  await page.getByLabelText(/Attribute with the first name/).fill('vorname');
  await save.click();
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/saml')).length).toBe(1);
  wrong = false;
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Saved' })).toBeVisible();
  const attributes = { email: '', first_name: 'vorname', last_name: '' };
  const sent = { id: LINK, secret: 'secret-1', metadata: '<xml/>', attributes };
  expect(calls.filter(({ path }) => path.endsWith('/saml')).map(({ body }) => body)).toEqual([sent, sent]);
});

test('[A-156] a file that is no .xml is refused, and a chosen one is given back for an address', async () => {
  answerWith(({ path }) => (path.endsWith('/open') ? SETUP : undefined));
  await renderPart(<SignInSetupPage />, AT);
  const address = page.getByLabelText(/^Or its address/);
  await expect.element(address).toBeEnabled();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no input');
  // As a browser lets people choose it that shows all files.
  input.removeAttribute('accept');
  await userEvent.upload(input, new File(['<xml/>'], 'idp.txt'));
  await expect.element(page.getByText(/no valid XML metadata/)).toBeVisible();
  await expect.element(address).toBeEnabled();
  await userEvent.upload(input, new File(['<xml/>'], 'idp.xml'));
  await expect.element(page.getByText(/no valid XML metadata/)).not.toBeInTheDocument();
  await expect.element(address).toBeDisabled();
  await expect.element(address).toHaveAccessibleDescription('Remove the file to enter an address instead.');
  await page.getByRole('button', { name: 'Remove the file' }).click();
  await expect.element(page.getByRole('button', { name: 'Choose metadata file' })).toHaveFocus();
  await expect.element(address).toBeEnabled();
  await save.click();
  await expect.element(page.getByText('Fill in this field.').first()).toBeVisible();
});

test('a link that has ended says so, at once or when it is used', async () => {
  let ended = false;
  answerWith(({ path }) =>
    path.endsWith('/open') && !ended
      ? { ...SETUP, purpose: 'oidc', service_provider_config: null, redirect_uri: 'https://signet.example/oidc' }
      : problem('SETUP_LINK_ENDED', 410),
  );
  await renderPart(<SignInSetupPage />, AT);
  await page.getByLabelText(/^Issuer/).fill('https://idp.example');
  await page.getByLabelText(/^Client ID/).fill('signet');
  await page.getByLabelText(/^Client secret/).fill('s3cret');
  ended = true;
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
