import { beforeEach, expect, test, vi } from 'vitest';
import { callForFile, call } from '../api/call.ts';
import { change } from '../api/change.ts';
import { queryClient } from '../api/query.ts';
import { answerWith, held, problem, type Asked } from '../testing/answers.ts';
import { tokensOf } from '../testing/tokens.ts';
import { changeListSetting, listSettingsQuery, saveListSettings } from './list-settings.ts';
import { signOut } from './sign-out.ts';
import { beginSession } from './start.ts';
import { endSession, howItEnded, onSessionEnd, personOfTab, session, storedTokens, type Tokens } from './state.ts';
import { keepFresh, refresh } from './tokens.ts';

const ADA = tokensOf('ada');
const ADA_RENEWED = tokensOf('ada', { renewal: 2 });
const INES = tokensOf('ines');

/** What another tab does to storage. `told`: this tab has heard of it. */
function otherTab(tokens: Tokens | null, told: boolean, reason?: string): void {
  const before = localStorage.getItem('refresh_token');
  const values = {
    session_end: reason,
    access_token: tokens?.accessToken,
    refresh_token: tokens?.refreshToken,
    expires_at: tokens?.expiresAt.toISOString(),
  };
  for (const [key, value] of Object.entries(values))
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  if (told)
    dispatchEvent(
      new StorageEvent('storage', { key: 'refresh_token', oldValue: before, newValue: tokens?.refreshToken ?? null }),
    );
}

/** What a tab may have in mind when somebody else has signed in: each sends something as a rule. */
const ACTS: Record<string, () => unknown> = {
  'reads a record': () => call('GET /account/api/v1/user/me'),
  'saves a form': () => change('DELETE /account/ui-api/v1/organization/{id}', { params: { id: 'x' } }),
  'exports a list': () =>
    callForFile('GET /account/ui-api/v1/organization/export', { signal: new AbortController().signal }, 'text/csv'),
  'saves how a list looks': () => {
    queryClient.setQueryData(listSettingsQuery.queryKey, {});
    changeListSetting('organizations', { hidden_columns: ['city'] });
    return saveListSettings(true);
  },
  'renews its tokens': refresh,
  'signs out': signOut,
  'hears that its session has ended': () => endSession('expired'),
};

let asked: Asked[];
beforeEach(() => {
  queryClient.clear();
  asked = answerWith(() => null);
  beginSession(ADA);
  asked.length = 0;
  const stop = keepFresh();
  return stop;
});

const sentFor = (person: string): Asked[] =>
  asked.filter(
    ({ token, body }) =>
      token === tokensOf(person).accessToken || JSON.stringify(body ?? '').includes(tokensOf(person).refreshToken),
  );

for (const told of [true, false])
  for (const [act, run] of Object.entries(ACTS))
    test(`a tab that ${act} after somebody else signed in, ${told ? 'told' : 'not told'}, sends nothing`, async () => {
      otherTab(INES, told);
      expect(howItEnded()).toBe(told ? 'other-person' : null);
      void Promise.resolve(run()).catch(() => undefined);
      await expect.poll(howItEnded).toBe('other-person');
      // The act itself may wait for ever: whatever it was to send has left once the next frame is drawn.
      await new Promise(requestAnimationFrame);
      expect(asked).toEqual([]);
      expect(session.get().isAuth).toBe(false);
      expect(storedTokens()).toEqual(INES);
    });

test('an expired token of somebody else is not renewed either', async () => {
  otherTab({ ...INES, expiresAt: new Date(0) }, false);
  void call('GET /account/api/v1/user/me');
  await expect.poll(howItEnded).toBe('other-person');
  expect(asked).toEqual([]);
});

test('a refusal that comes after somebody else signed in ends nothing of theirs, and is not tried again', async () => {
  const { wait, release } = held();
  asked = answerWith(async () => (await wait, problem('UNAUTHORIZED', 401)));
  const reading = call('GET /account/api/v1/user/me');
  void reading.catch(() => undefined);
  await expect.poll(() => asked.length).toBe(1);
  otherTab(INES, false);
  release();
  await expect.poll(howItEnded).toBe('other-person');
  expect(storedTokens()).toEqual(INES);
  expect(sentFor('ines')).toEqual([]);
});

for (const refused of [true, false])
  test(`a renewal that is ${refused ? 'refused' : 'answered'} after another sign-in leaves that one’s`, async () => {
    const { wait, release } = held();
    asked = answerWith(async ({ path }) => {
      if (!path.endsWith('/refresh')) return null;
      await wait;
      return refused ? problem('UNAUTHORIZED', 401) : wire(ADA_RENEWED);
    });
    void refresh();
    await expect.poll(() => asked.length).toBe(1);
    otherTab(INES, false);
    release();
    await expect.poll(howItEnded).toBe('other-person');
    expect(storedTokens()).toEqual(INES);
    expect(sentFor('ines')).toEqual([]);
  });

test('tokens renewed without knowing whose they are make way for the person they turn out to be of', async () => {
  asked = answerWith(() => wire(INES));
  localStorage.removeItem('access_token');
  void call('GET /account/api/v1/user/me');
  await expect.poll(howItEnded).toBe('other-person');
  expect(storedTokens()?.accessToken).toBe(INES.accessToken);
  expect(asked.map(({ path }) => path)).toEqual(['/imauth/api/v1/refresh']);
});

test('the same person’s other tabs renew the session, or begin a new one, and this tab goes on', async () => {
  otherTab(ADA_RENEWED, true);
  expect(session.get()).toMatchObject({ isAuth: true, accessToken: ADA_RENEWED.accessToken });
  await call('GET /account/api/v1/user/me');
  expect(asked.at(-1)?.token).toBe(ADA_RENEWED.accessToken);
  expect(howItEnded()).toBeNull();
});

test('a renewal that is refused because the person has signed in anew goes on with the new session', async () => {
  const { wait, release } = held();
  asked = answerWith(async () => (await wait, problem('UNAUTHORIZED', 401)));
  const renewal = refresh();
  await expect.poll(() => asked.length).toBe(1);
  otherTab(ADA_RENEWED, false);
  release();
  expect((await renewal)?.accessToken).toBe(ADA_RENEWED.accessToken);
  expect(storedTokens()).toEqual(ADA_RENEWED);
});

for (const [reason, end] of [
  [undefined, 'signed-out'],
  ['signed-out', 'signed-out'],
  ['expired', 'expired'],
  ['account-ended', 'account-ended'],
] as const)
  test(`a session that another tab ended${reason ? ` as ${reason}` : ''} ends here for the same reason`, () => {
    otherTab(null, true, reason);
    expect([howItEnded(), personOfTab()]).toEqual([end, null]);
  });

test('a session that vanished from storage unheard is over at the next call, which is not made', async () => {
  otherTab(null, false);
  await expect(call('GET /account/api/v1/user/me')).rejects.toMatchObject({ httpStatus: 401 });
  expect([asked, howItEnded()]).toEqual([[], 'expired']);
});

test('whoever signs in here takes the place of the former person: in memory, and on the server', () => {
  localStorage.setItem('section', 'accounts');
  queryClient.setQueryData(['of ada'], 1);
  const ended = vi.fn<(reason: string) => void>();
  const stop = onSessionEnd(ended);
  beginSession(INES);
  stop();
  expect(ended).toHaveBeenCalledExactlyOnceWith('replaced');
  expect(personOfTab()).toBe('ines');
  expect(storedTokens()).toEqual(INES);
  expect(localStorage.getItem('section')).toBeNull();
  expect(asked).toMatchObject([{ path: '/imauth/api/v1/logout', body: { refresh_token: ADA.refreshToken } }]);
});

test('while somebody signs in, other tabs never see a moment without a session', () => {
  const removed = vi.spyOn(Storage.prototype, 'removeItem');
  beginSession(INES);
  expect(removed.mock.calls.flat()).not.toContain('refresh_token');
  removed.mockRestore();
});

function wire({ accessToken, refreshToken }: Tokens): object {
  return { access_token: accessToken, refresh_token: refreshToken, expires_at: '2099-01-01 00:00:00' };
}
