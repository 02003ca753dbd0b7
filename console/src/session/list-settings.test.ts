import type { ListSetting } from '@signet/contract/areas/list-settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import {
  changeListSetting,
  changeSavedFilters,
  listSettingsQuery,
  SAVE_AFTER_MS,
  saveListSettings,
  settingOf,
  settleListSettings,
} from './list-settings.ts';
import { endSession, keepTokens } from './state.ts';

type SentRequest = { list: string; body: unknown; keepalive: boolean; answer: (status: number) => void };
let requests: SentRequest[];
/** What the server keeps, whichever tab has sent it. */
let kept: Record<string, ListSetting>;

/** The server, as the wire shows it: each save waits until the test answers it. */
function serve(): void {
  vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
    if (options.method === 'GET') return Promise.resolve(new Response(JSON.stringify(kept), { status: 200 }));
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

const READ = { filters: { active: 'any' }, hidden_columns: ['start'] };

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  serve();
  signIn();
  kept = { accounts: READ };
  queryClient.setQueryData(listSettingsQuery.queryKey, { accounts: READ });
});
afterEach(() => {
  endSession('signed-out');
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what the tab has changed holds, then what was kept, then nothing', () => {
  expect(settingOf('accounts', { accounts: READ }, {})).toEqual(READ);
  expect(settingOf('accounts', { accounts: READ }, { accounts: { filters: {} } })).toEqual({
    filters: {},
    hidden_columns: ['start'],
  });
  expect(settingOf('organizations', kept, {})).toEqual({ filters: {}, hidden_columns: [] });
  expect(settingOf('accounts', undefined, {})).toEqual({ filters: {}, hidden_columns: [] });
});

test('[A-032] changes in quick succession are saved once, the last of them, and nothing beside them', async () => {
  changeListSetting('accounts', { filters: { name: 'n' } });
  await passed(SAVE_AFTER_MS - 1);
  changeListSetting('accounts', { filters: { name: 'nord' } });
  await passed(SAVE_AFTER_MS - 1);
  expect(requests).toEqual([]);
  await passed(1);
  expect(requests).toMatchObject([{ list: 'accounts', keepalive: false }]);
  expect(requests[0]?.body).toEqual({ filters: { name: 'nord' } });
});

const named = (name: string) => ({ name, filters: { ends: '90' }, sort: [] });
const savedOf = () => queryClient.getQueryData(listSettingsQuery.queryKey)?.['accounts']?.saved;

test('what another tab has changed since this one read stays: filters with a name, columns, filters', async () => {
  kept = { accounts: { filters: {}, hidden_columns: [], saved: [named('Of another tab')] } };
  changeSavedFilters('accounts', (saved) => [...saved, named('Mine')]);
  await passed(0);
  expect(requests.map(({ body }) => body)).toEqual([{ saved: [named('Of another tab'), named('Mine')] }]);
  requests[0]?.answer(204);
  await passed(1);
  expect(savedOf()).toEqual([named('Of another tab'), named('Mine')]);
  changeListSetting('accounts', { hidden_columns: ['end'] });
  await passed(SAVE_AFTER_MS);
  requests[1]?.answer(204);
  await passed(1);
  changeListSetting('accounts', { filters: { name: 'sund' } });
  await passed(SAVE_AFTER_MS);
  expect(requests.slice(1).map(({ body }) => body)).toEqual([
    { hidden_columns: ['end'] },
    { filters: { name: 'sund' } },
  ]);
});

test('who leaves while the filters with a name are read again sends what was done to those of before', async () => {
  queryClient.setQueryData(listSettingsQuery.queryKey, { accounts: { ...READ, saved: [named('Before')] } });
  changeSavedFilters('accounts', (saved) => [...saved, named('Mine')]);
  void saveListSettings();
  void saveListSettings(true);
  await passed(1);
  expect(requests).toMatchObject([{ keepalive: true, body: { saved: [named('Before'), named('Mine')] } }]);
  requests[0]?.answer(204);
  await passed(1);
  expect(requests).toHaveLength(1);
});

test('what was done to filters with a name while the settings could not be read is done once they can', async () => {
  queryClient.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  changeSavedFilters('accounts', (saved) => [...saved, named('Mine')]);
  await passed(0);
  serve();
  kept = { accounts: { ...READ, saved: [named('Before')] } };
  changeListSetting('accounts', { filters: {} });
  await passed(SAVE_AFTER_MS);
  expect(requests.map(({ body }) => body)).toEqual([{ filters: {}, saved: [named('Before'), named('Mine')] }]);
});

test('an answer that comes after the session has ended leaves nothing for the next person', async () => {
  changeSavedFilters('accounts', () => []);
  await passed(0);
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
  expect(requests).toMatchObject([{ body: { hidden_columns: [] }, keepalive: true }]);
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
