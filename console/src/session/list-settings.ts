/** How the person looks at each list: filters and hidden columns. They follow the person, not the browser. */
import type { ListSetting } from '@signet/contract/areas/list-settings';
import { useQuery } from '@tanstack/react-query';
import { cell, useCell } from '../cell.ts';
import { callToChange } from '../api/call.ts';
import { queryClient, queryOf } from '../api/query.ts';
import { onSessionEnd, session } from './state.ts';

/** Read once in a session; what changes afterwards changes here. */
export const listSettingsQuery = {
  ...queryOf('GET /account/ui-api/v1/list-setting'),
  staleTime: 'static' as const,
  gcTime: Number.POSITIVE_INFINITY,
};

const PLAIN: ListSetting = { filters: {}, hidden_columns: [] };

/** A change is sent when it has stood for so long, in milliseconds. */
export const SAVE_AFTER_MS = 600;
/** A save that takes longer has failed. */
const SAVE_WITHIN_MS = 15_000;
/** A sign-out waits for what is unsaved no longer than this. */
const LEAVE_AFTER_MS = 2_000;

type Changes = Readonly<Record<string, Partial<ListSetting>>>;
/** What the person has changed in this tab, by list; it holds whatever becomes of saving it. */
const pendingChanges = cell<Changes>({});
/** The lists whose changes the server does not have yet. */
const unsaved = new Set<string>();
const saving = new Map<string, Promise<void>>();
let timer: ReturnType<typeof setTimeout> | undefined;

onSessionEnd(() => {
  clearTimeout(timer);
  unsaved.clear();
  saving.clear();
  pendingChanges.set({});
});

/** What holds for a list: the changes of this tab, then what was kept, then nothing. */
export function settingOf(
  name: string,
  saved: Readonly<Record<string, ListSetting>> | undefined,
  pending: Changes,
): ListSetting {
  return { ...PLAIN, ...saved?.[name], ...pending[name] };
}

/** The person's setting of a list. Without a name there is none. */
export function useListSetting(name: string | undefined): ListSetting {
  const { data } = useQuery({ ...listSettingsQuery, enabled: name !== undefined });
  const pending = useCell(pendingChanges);
  return name === undefined ? PLAIN : settingOf(name, data, pending);
}

/**
 * Changes a list's setting at once, and keeps it a moment later. A failure to keep it is silent: the next change, or
 * leaving, tries again.
 */
export function changeListSetting(name: string, change: Partial<ListSetting>): void {
  pendingChanges.set((before) => ({ ...before, [name]: { ...before[name], ...change } }));
  unsaved.add(name);
  clearTimeout(timer);
  timer = setTimeout(() => void saveListSettings(), SAVE_AFTER_MS);
}

/** Sends what is unsaved. `leaving`: the page may go before the answer comes. */
export async function saveListSettings(leaving = false): Promise<void> {
  clearTimeout(timer);
  if (!session.get().isAuth) return;
  await Promise.all([...unsaved].map((name) => saveInTurn(name, leaving)));
}

/** One save of a list at a time, so that the newest arrives last. */
function saveInTurn(name: string, leaving: boolean): Promise<void> {
  const before = leaving ? undefined : saving.get(name);
  const mine = Promise.resolve(before)
    .then(() => save(name, leaving))
    .finally(() => {
      if (saving.get(name) === mine) saving.delete(name);
    });
  saving.set(name, mine);
  return mine;
}

/** What is kept under a name goes along only where this tab has changed it: another one may have added to it since. */
function bodyOf(...of: Parameters<typeof settingOf>): ListSetting {
  const { saved, ...setting } = settingOf(...of);
  const [name, , pending] = of;
  return pending[name]?.saved === undefined || saved === undefined ? setting : { ...setting, saved };
}

/** They are no change of this tab any more. */
function keptUnderNames(name: string, saved: NonNullable<ListSetting['saved']>): void {
  // Where nothing is there the session has ended, and the next one reads its own.
  queryClient.setQueryData(
    listSettingsQuery.queryKey,
    (before) => before && { ...before, [name]: { ...PLAIN, ...before[name], saved } },
  );
  pendingChanges.set((before) => {
    const { saved: pending, ...others } = before[name] ?? {};
    return pending === saved ? { ...before, [name]: others } : before;
  });
}

async function save(name: string, leaving: boolean): Promise<void> {
  if (!unsaved.delete(name)) return;
  const sentValue = pendingChanges.get()[name];
  try {
    // What was kept is needed whole: a change of the filters alone must not drop the columns.
    const saved =
      queryClient.getQueryData(listSettingsQuery.queryKey) ?? (await queryClient.fetchQuery(listSettingsQuery));
    const body = bodyOf(name, saved, pendingChanges.get());
    await callToChange('PUT /account/ui-api/v1/list-setting/{list}', {
      params: { list: name },
      body,
      keepalive: leaving,
      signal: AbortSignal.timeout(SAVE_WITHIN_MS),
    });
    if (body.saved) keptUnderNames(name, body.saved);
  } catch {
    // Still this session's: to be tried again.
    if (pendingChanges.get()[name] === sentValue) unsaved.add(name);
  }
}

/** Saves what is unsaved when the page is hidden or left. Returns the way to stop. */
export function keepListSettings(): () => void {
  const onHidden = () => {
    if (document.visibilityState === 'hidden') void saveListSettings(true);
  };
  const onPageHide = () => void saveListSettings(true);
  document.addEventListener('visibilitychange', onHidden);
  addEventListener('pagehide', onPageHide);
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
    removeEventListener('pagehide', onPageHide);
  };
}

/** Before a sign-out: everything saved, or a moment has passed. */
export async function settleListSettings(): Promise<void> {
  if (unsaved.size === 0 && saving.size === 0) return;
  const moment = new Promise<void>((resolve) => setTimeout(resolve, LEAVE_AFTER_MS));
  await Promise.race([Promise.all([saveListSettings(), ...saving.values()]), moment]);
}
