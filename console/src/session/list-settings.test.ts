import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import {
  changeListSetting,
  listSettingsQuery,
  SAVE_AFTER_MS,
  saveListSettings,
  settingOf,
  settleListSettings,
} from './list-settings.ts';
import { endSession, keepTokens } from './state.ts';

type SentRequest = { list: string; body: unknown; keepalive: boolean; answer: (status: number) => void };
let requests: SentRequest[];

/** The server, as the wire shows it: each save waits until the test answers it. */
function serve(): void {
  vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
    if (options.method === 'GET') return Promise.resolve(new Response('{}', { status: 200 }));
    return new Promise<Response>((resolve) => {
      requests.push({
        list: url.split('/').at(-1) ?? '',
        body: JSON.parse(typeof options.body === 'string' ? options.body : ''),
        keepalive: options.keepalive === true,
        answer: (status) =>
          resolve(new Response(status === 204 ? null : '{"error":{"status":"UNAVAILABLE","message":""}}', { status })),
      });
    });
  });
}

const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const signIn = () => keepTokens({ accessToken: 'a', refreshToken: 'r', expiresAt: new Date(Date.now() + 600_000) });

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  serve();
  signIn();
  queryClient.setQueryData(listSettingsQuery.queryKey, {
    accounts: { filters: { active: 'any' }, hidden_columns: ['start'] },
  });
});
afterEach(() => {
  endSession('signed-out');
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what the tab has changed holds, then what was kept, then nothing', () => {
  const kept = { accounts: { filters: { active: 'any' }, hidden_columns: ['start'] } };
  expect(settingOf('accounts', kept, {})).toEqual(kept.accounts);
  expect(settingOf('accounts', kept, { accounts: { filters: {} } })).toEqual({
    filters: {},
    hidden_columns: ['start'],
  });
  expect(settingOf('organizations', kept, {})).toEqual({ filters: {}, hidden_columns: [] });
  expect(settingOf('accounts', undefined, {})).toEqual({ filters: {}, hidden_columns: [] });
});

test('[A-032] changes in quick succession are saved once, the last of them, and keep the columns', async () => {
  changeListSetting('accounts', { filters: { name: 'n' } });
  await passed(SAVE_AFTER_MS - 1);
  changeListSetting('accounts', { filters: { name: 'nord' } });
  await passed(SAVE_AFTER_MS - 1);
  expect(requests).toEqual([]);
  await passed(1);
  expect(requests).toMatchObject([
    { list: 'accounts', body: { filters: { name: 'nord' }, hidden_columns: ['start'] }, keepalive: false },
  ]);
});

test('filters with a name are sent by the tab alone that changed them: another one may have more', async () => {
  const named = { name: 'Ending', filters: { ends: '90' }, sort: [] };
  queryClient.setQueryData(listSettingsQuery.queryKey, {
    accounts: { filters: {}, hidden_columns: [], saved: [named] },
  });
  changeListSetting('accounts', { filters: { name: 'nord' } });
  await passed(SAVE_AFTER_MS);
  requests[0]?.answer(204);
  changeListSetting('accounts', { saved: [] });
  await passed(SAVE_AFTER_MS);
  requests[1]?.answer(204);
  changeListSetting('accounts', { filters: { name: 'sund' } });
  await passed(SAVE_AFTER_MS);
  expect(requests.map(({ body }) => body)).toEqual([
    { filters: { name: 'nord' }, hidden_columns: [] },
    { filters: { name: 'nord' }, hidden_columns: [], saved: [] },
    { filters: { name: 'sund' }, hidden_columns: [] },
  ]);
  expect(queryClient.getQueryData(listSettingsQuery.queryKey)?.['accounts']?.saved).toEqual([]);
});

test('an answer that comes after the session has ended leaves nothing for the next person', async () => {
  changeListSetting('accounts', { saved: [] });
  await passed(SAVE_AFTER_MS);
  endSession('expired');
  queryClient.clear();
  requests[0]?.answer(204);
  await passed(1);
  expect(queryClient.getQueryData(listSettingsQuery.queryKey)).toBeUndefined();
});

test('[A-032] a save waits for the one before it, so that the newest arrives last', async () => {
  changeListSetting('accounts', { filters: { name: 'a' } });
  await passed(SAVE_AFTER_MS);
  changeListSetting('accounts', { filters: { name: 'b' } });
  await passed(SAVE_AFTER_MS * 3);
  expect(requests).toHaveLength(1);
  requests[0]?.answer(204);
  await passed(1);
  expect(requests.map(({ body }) => body)).toMatchObject([{ filters: { name: 'a' } }, { filters: { name: 'b' } }]);
});

test('[A-032] somebody who leaves quickly loses nothing', async () => {
  changeListSetting('accounts', { hidden_columns: [] });
  await Promise.all([saveListSettings(true), passed(0).then(() => requests[0]?.answer(204))]);
  expect(requests).toMatchObject([{ body: { filters: { active: 'any' }, hidden_columns: [] }, keepalive: true }]);
});

test('a save that failed is tried again with the next change, or when the person signs out', async () => {
  changeListSetting('accounts', { filters: { name: 'a' } });
  await passed(SAVE_AFTER_MS);
  requests[0]?.answer(503);
  await passed(1);
  const settled = settleListSettings();
  await passed(1);
  expect(requests.map(({ body }) => body)).toMatchObject([{ filters: { name: 'a' } }, { filters: { name: 'a' } }]);
  requests[1]?.answer(204);
  await settled;
  await settleListSettings();
  expect(requests).toHaveLength(2);
});

test('a sign-out waits for the save no longer than a moment', async () => {
  changeListSetting('accounts', { filters: {} });
  let left = false;
  void settleListSettings().then(() => (left = true));
  await passed(1_999);
  expect([requests.length, left]).toEqual([1, false]);
  await passed(1);
  expect(left).toBe(true);
});

test('[A-032] what one person left unsaved is never saved for the next', async () => {
  changeListSetting('accounts', { filters: { name: 'mine' } });
  endSession('expired');
  signIn();
  await passed(SAVE_AFTER_MS * 2);
  await saveListSettings();
  expect(requests).toEqual([]);
});
