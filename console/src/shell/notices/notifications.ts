/** Notices to the person: newest first (S-096), errors stay, page warnings and errors outlive a reload (S-421). */
import { cell, useCell } from '../../cell.ts';
import { isTextKey, t } from '../../i18n/text.ts';
import { onSessionEnd } from '../../session/state.ts';
import { read, remove, write, type StorageKey } from '../../session/storage.ts';

export type NoticeType = 'error' | 'success' | 'warning' | 'info';
export type Notice = {
  id: string;
  title: string | null;
  message: string;
  type: NoticeType;
  /** True when title and message are text keys, to be shown in the language of the moment (S-118). */
  translateMessage: boolean;
  /** Placeholders of the text keys. */
  params?: Record<string, string | number>;
  correlationId: string | null;
  /** What has failed, where it may be tried again: the notice goes when it is. */
  attempt?: string | null;
  /** Where the person goes on; its words are a text key where the message is one. */
  link?: NoticeLink;
  /** The page that it arose on: warnings and errors are seen on others too. */
  page?: NoticeLink | null;
  at: string;
};
type NoticeLink = { to: string; text: string };
type NewNotice = Pick<Notice, 'message' | 'type'> & Partial<Omit<Notice, 'id' | 'at' | 'page'>>;

/** Milliseconds after which a success notice leaves. */
export const SUCCESS_LEAVES_MS = 6_000;
const KEPT = 50;
const STORED: Partial<Record<NoticeType, StorageKey>> = { warning: 'pageWarnings', error: 'pageErrors' };

/** The page that is shown, by its address and the title of its tab. */
export const pageOfNotices = cell<NoticeLink | null>(null);
/** Everything said in this session, for the list behind the bell. */
export const noticeLog = cell<readonly Notice[]>([]);
/** What stands on the screen now. */
export const openNotices = cell<readonly Notice[]>([]);
export const unseenCount = cell(0);

/** Puts a notice before the others; the list keeps the newest `KEPT`. */
export function withNewest(notices: readonly Notice[], notice: Notice): Notice[] {
  return [notice, ...notices.filter((one) => one.id !== notice.id)]
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, KEPT);
}

/** A page that fails again in the same way, say after a reload, says so once. */
function saysTheSame(one: Notice, other: Notice): boolean {
  return (
    one.type === other.type &&
    one.title === other.title &&
    one.message === other.message &&
    one.correlationId === other.correlationId &&
    JSON.stringify(one.params) === JSON.stringify(other.params)
  );
}

/** The number in the id of the newest notice. */
let lastId = 0;

export function notify(notice: NewNotice): string {
  const whole: Notice = {
    title: null,
    translateMessage: false,
    correlationId: null,
    ...notice,
    ...(STORED[notice.type] ? { page: pageOfNotices.get() } : {}),
    // Not randomUUID: browsers offer that on https and localhost only.
    id: `${Date.now()}-${(lastId += 1)}`,
    at: new Date().toISOString(),
  };
  noticeLog.set((before) => withNewest(before, whole));
  show(whole);
  unseenCount.set((before) => before + 1);
  return whole.id;
}

function show(notice: Notice): void {
  const isAgain = (one: Notice): boolean => saysTheSame(one, notice);
  const taken = openNotices.get().filter(isAgain);
  openNotices.set((before) =>
    withNewest(
      before.filter((one) => !isAgain(one)),
      notice,
    ),
  );
  store({ taken, added: notice });
}

function takeOff(isTaken: (notice: Notice) => boolean): void {
  const taken = openNotices.get().filter(isTaken);
  if (taken.length === 0) return;
  openNotices.set((before) => before.filter((notice) => !isTaken(notice)));
  store({ taken });
}

/** What is tried again says anew how it went: what stands there of the time before is taken off the screen. */
export function dismissAttempt(attempt: string): void {
  takeOff((notice) => notice.attempt === attempt);
}

/** Takes a notice off the screen and out of storage; the list behind the bell keeps it. */
export function dismiss(id: string): void {
  takeOff((notice) => notice.id === id);
}

export function clearNotices(): void {
  noticeLog.set([]);
  openNotices.set([]);
  unseenCount.set(0);
  for (const key of Object.values(STORED)) remove(key);
}

/**
 * Warnings and errors stand until they are dismissed, over a page load too (S-421); what leaves by itself is not worth
 * keeping. The other tabs keep theirs in the same place, so that only what changed here is changed there.
 */
function store({ taken, added }: { taken: readonly Notice[]; added?: Notice }): void {
  for (const [type, key] of Object.entries(STORED)) {
    const stored = parseNotices(read(key));
    const left = stored.filter((one) => !taken.some(({ id }) => id === one.id));
    const kept = added?.type === type ? withNewest(left, inWords(added)) : left;
    if (kept.length === 0) remove(key);
    else write(key, JSON.stringify(kept));
  }
}

/** A notice as it reads now: the page that it is brought back on may not have its texts. */
function inWords({ params, ...notice }: Notice): Notice {
  if (!notice.translateMessage) return notice;
  const said = (text: string): string => (isTextKey(text) ? t(text, params) : text);
  return {
    ...notice,
    title: notice.title === null ? null : said(notice.title),
    message: said(notice.message),
    ...(notice.link ? { link: { ...notice.link, text: said(notice.link.text) } } : {}),
    translateMessage: false,
  };
}

/** The stored notices of one type; anything that is not a list of notices counts as none. */
export function parseNotices(text: string | null): Notice[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isNotice) : [];
  } catch {
    return [];
  }
}

function isNotice(value: unknown): value is Notice {
  const notice = value as Partial<Notice> | null;
  return (
    typeof notice?.id === 'string' &&
    typeof notice.message === 'string' &&
    typeof notice.at === 'string' &&
    typeof notice.type === 'string' &&
    isLink(notice.link) &&
    isLink(notice.page)
  );
}

function isLink(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const link = value as Partial<NoticeLink>;
  return typeof link.text === 'string' && typeof link.to === 'string' && /^\/(?![/\\])/.test(link.to);
}

/** Brings back what was on the screen before the page was loaded again. */
export function restoreNotices(): void {
  const kept = Object.values(STORED).flatMap((key) => parseNotices(read(key)));
  for (const notice of kept) {
    noticeLog.set((before) => withNewest(before, notice));
    openNotices.set((before) => withNewest(before, notice));
  }
  onSessionEnd(clearNotices);
}

export const useOpenNotices = (): readonly Notice[] => useCell(openNotices);
