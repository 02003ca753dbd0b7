import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { change } from '../../api/change.ts';
import ProviderWindowPage from '../../areas/sign-in/ProviderWindowPage.tsx';
import { paths } from '../../paths.ts';
import { tellOpener } from '../../session/provider-window.ts';
import { answerWith, held, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ReauthenticationDialog } from './ReauthenticationDialog.tsx';

const PROVIDER = 'https://idp.example/authorize';
const NOTHING = { password: false, code: false, key: null, providers: [] };
const act = () => change('POST /account/ui-api/v1/second-factor/app');
const APP = { id: '00000000-0000-4000-8000-000000000001', secret: 'S', uri: 'otpauth://totp/x' };

/** What the server answers to an act until somebody has proved who they are; it answers a proof after `wait`. */
function guarded(options: object, wait = Promise.resolve()) {
  let proved = false;
  return answerWith(({ path }) => {
    if (path.endsWith('/proof/options')) return { ...NOTHING, ...options };
    if (path.endsWith('/proof/provider')) return { url: PROVIDER, state: 'of-the-tab', tab: 'one' };
    if (path.endsWith('/session/proof')) return wait.then(() => ((proved = true), null));
    return proved ? APP : problem('REAUTHENTICATION_REQUIRED', 403);
  });
}
/** The window that a page opens; nothing is seen of it here. */
const openWindow = (opened: object | null): void => {
  vi.stubGlobal('open', () => opened);
  onTestFinished(() => void vi.unstubAllGlobals());
};

test('an act that was begun goes on once the password is given, with what was sent', async () => {
  const asked = guarded({ password: true });
  await renderPart(<ReauthenticationDialog />);
  const done = act();
  await page.getByLabelText('Password', { exact: true }).fill('Right-horse-7-battery');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(done).resolves.toEqual(APP);
  expect(asked.filter(({ path }) => path.endsWith('/app'))).toHaveLength(2);
});

test('somebody without a password proves it by the provider, in a window of its own', async () => {
  const asked = guarded({ providers: ['oidc'] });
  const opened = { close: () => undefined, location: { href: '' } };
  openWindow(opened);
  await renderPart(<ReauthenticationDialog />);
  const done = act();
  const button = page.getByRole('button', { name: 'Confirm with OpenID Connect' });
  await button.click();
  await expect.poll(() => opened.location.href).toBe(PROVIDER);
  // What another tab waits for is nothing to this one.
  tellOpener('another', { code: null, error: 'STATE_EXPIRED' });
  tellOpener('one', { code: null, error: 'OTHER_PERSON' });
  await expect.element(page.getByText(/named another person/)).toBeVisible();
  opened.location.href = '';
  await button.click();
  await expect.poll(() => opened.location.href).toBe(PROVIDER);
  tellOpener('one', { code: 'of-the-provider', error: null });
  await expect(done).resolves.toEqual(APP);
  expect(asked.find(({ path }) => path.endsWith('/session/proof'))?.body).toEqual({
    provider: { code: 'of-the-provider', state: 'of-the-tab' },
  });
});

test('a browser that opens no window is named', async () => {
  guarded({ providers: ['saml'] });
  openWindow(null);
  await renderPart(<ReauthenticationDialog />);
  const refused = act().catch((thrown: unknown) => thrown);
  await page.getByRole('button', { name: 'Confirm with single sign-on' }).click();
  await expect.element(page.getByText(/let no window open/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await refused).toMatchObject({ status: 'REAUTHENTICATION_REQUIRED' });
});

test('the window that comes back says what went wrong, and tells the page that opened it', async () => {
  const channel = new BroadcastChannel('signet-provider:one');
  onTestFinished(() => channel.close());
  const told = new Promise((resolve) => channel.addEventListener('message', ({ data }) => resolve(data)));
  await renderPart(<ProviderWindowPage />, { at: `${paths.callbackProvider()}?error=OTHER_PERSON&tab=one` });
  await expect.element(page.getByText(/named another person/)).toBeVisible();
  expect(await told).toEqual({ code: null, error: 'OTHER_PERSON' });
});

test('with nothing to give one is told so; a refused act stays refused', async () => {
  guarded({});
  await renderPart(<ReauthenticationDialog />);
  const refused = act().catch((thrown: unknown) => thrown);
  await expect.element(page.getByText(/sign out and in again/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await refused).toMatchObject({ status: 'REAUTHENTICATION_REQUIRED' });
});

const REFUSED = { status: 'REAUTHENTICATION_REQUIRED' };
const refusedAct = () => act().catch((thrown: unknown) => thrown);
const password = page.getByLabelText('Password', { exact: true });

test('a question whose frame goes ends as refused; the next frame asks again', async () => {
  guarded({ password: true });
  // A page of another layout, such as that of signing in.
  const { go, back } = await renderPart(<ReauthenticationDialog />, {
    elsewhere: { [paths.profile()]: { part: <p>Elsewhere</p>, arrives: Promise.resolve() } },
  });
  let ended: unknown = null;
  void refusedAct().then((thrown) => (ended = thrown));
  await expect.element(password).toBeVisible();
  go(paths.profile());
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  await expect.poll(() => ended).toMatchObject(REFUSED);
  back();
  await expect.element(page.getByText('Elsewhere')).not.toBeInTheDocument();
  const done = act();
  await password.fill('Right-horse-7-battery');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(done).resolves.toEqual(APP);
});

test('a proof that comes after its question was closed leaves the next question alone', async () => {
  const { wait, release } = held();
  const asked = guarded({ password: true }, wait);
  await renderPart(<ReauthenticationDialog />);
  const refused = refusedAct();
  await password.fill('Right-horse-7-battery');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => asked.filter(({ path }) => path.endsWith('/session/proof'))).toHaveLength(1);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await refused).toMatchObject(REFUSED);
  const done = act();
  await expect.element(password).toBeVisible();
  release();
  await wait;
  // What was asked after the proof is answered after it.
  await act();
  await password.fill('Right-horse-7-battery');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(done).resolves.toEqual(APP);
});

test('a refused proof stays to be tried again where the next question of a key can’t be had', async () => {
  let isDown = false;
  const key = { challenge: 'AAAA', allowCredentials: [] };
  answerWith(({ path }) => {
    if (path.endsWith('/proof/options')) return isDown ? problem('INTERNAL', 500) : { ...NOTHING, password: true, key };
    if (!path.endsWith('/session/proof')) return problem('REAUTHENTICATION_REQUIRED', 403);
    isDown = true;
    return problem('WRONG_PASSWORD', 403);
  });
  await renderPart(<ReauthenticationDialog />);
  const refused = refusedAct();
  await password.fill('Wrong-horse-7-battery');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Use a security key' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await refused).toMatchObject(REFUSED);
});
