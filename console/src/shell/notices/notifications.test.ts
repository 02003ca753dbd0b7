import { expect, test } from 'vitest';
import { read, write } from '../../session/storage.ts';
import {
  dismiss,
  notify,
  noticeLog,
  openNotices,
  pageOfNotices,
  parseNotices,
  withNewest,
  type Notice,
} from './notifications.ts';

const notice = (id: string, at: string): Notice => ({
  id,
  at,
  title: null,
  message: id,
  type: 'info',
  translateMessage: false,
  correlationId: null,
});

test('[S-096] the newest notice stands first, whatever the order they arrive in', () => {
  const two = withNewest([notice('a', '2026-11-21T10:00:00Z')], notice('b', '2026-11-21T10:00:01Z'));
  expect(withNewest(two, notice('c', '2026-11-21T09:59:59Z')).map((one) => one.id)).toEqual(['b', 'a', 'c']);
});

test('[S-118] [S-428] a notice has its six parts; dismissing takes it off the screen and leaves it in the list', () => {
  const id = notify({
    type: 'error',
    title: 'notifications.title.error',
    message: 'Words of the server',
    correlationId: 'x',
  });
  expect(openNotices.get()[0]).toMatchObject({
    id,
    type: 'error',
    title: 'notifications.title.error',
    message: 'Words of the server',
    translateMessage: false,
    correlationId: 'x',
  });
  dismiss(id);
  expect(openNotices.get()).toHaveLength(0);
  expect(noticeLog.get()[0]?.id).toBe(id);
});

test('[S-421] stored notices that are damaged count as none', () => {
  expect(parseNotices(null)).toEqual([]);
  expect(parseNotices('{broken')).toEqual([]);
  expect(parseNotices('[{"id":1},null,"x"]')).toEqual([]);
  expect(parseNotices(JSON.stringify([notice('a', '2026-11-21T10:00:00Z')]))).toHaveLength(1);
});

test('an error that comes again in the same words stands once; another number makes it another error', () => {
  const first = notify({ type: 'error', message: 'accounts.missing', translateMessage: true });
  const again = notify({ type: 'error', message: 'accounts.missing', translateMessage: true });
  const other = notify({ type: 'error', message: 'accounts.missing', translateMessage: true, correlationId: 'x' });
  expect(openNotices.get().map(({ id }) => id)).toEqual([other, again]);
  expect(noticeLog.get().map(({ id }) => id)).toContain(first);
  for (const id of [again, other]) dismiss(id);
});

test('[S-421] what another tab keeps for its next page load stays, whatever is said and taken away here', () => {
  const kept = (): string[] => parseNotices(read('pageErrors')).map(({ message }) => message);
  write('pageErrors', JSON.stringify([{ ...notice('of the other tab', '2026-11-21T10:00:00Z'), type: 'error' }]));
  const id = notify({ type: 'error', message: 'of this tab' });
  expect(kept()).toEqual(['of this tab', 'of the other tab']);
  dismiss(id);
  expect(kept()).toEqual(['of the other tab']);
});

test('[S-421] an error is kept with the page that it arose on, since others show it; a success is not', () => {
  const page = { to: '/account/accounts/create', text: 'Create account' };
  pageOfNotices.set(page);
  const id = notify({ type: 'error', message: 'No answer' });
  const success = notify({ type: 'success', message: 'Done' });
  expect(openNotices.get().map((one) => one.page)).toEqual([undefined, page]);
  expect(parseNotices(read('pageErrors'))).toContainEqual(expect.objectContaining({ id, page }));
  for (const one of [id, success]) dismiss(one);
  pageOfNotices.set(null);
});

test('[S-421] a stored notice leads nowhere but to pages of this origin', () => {
  const kept = (page: unknown) => parseNotices(JSON.stringify([{ ...notice('a', '2026-11-21T10:00:00Z'), page }]));
  expect(kept({ to: '/account/accounts', text: 'Accounts' })).toHaveLength(1);
  for (const to of ['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example'])
    expect(kept({ to, text: 'x' })).toEqual([]);
  for (const page of [{ to: '/account' }, 'x']) expect(kept(page)).toEqual([]);
});
