/** How the person looks at each list: filters and hidden columns. They follow the person, not the browser. */
import type { ListSetting, ListSettingChange, SavedFilter } from '@signet/contract/areas/list-settings';
import { useQuery } from '@tanstack/react-query';
import { cell, useCell } from '../cell.ts';
import { callToChange } from '../api/call.ts';
import { queryClient, queryOf } from '../api/query.ts';
import { onSessionEnd, session } from './state.ts';

/** Read once in a session, and again before filters with a name are changed; else what changes changes here. */
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

type Change = Omit<ListSettingChange, 'saved'>;
type Changes = Readonly<Record<string, Change>>;
/** What is done to the filters with a name, whichever there are by then: another tab may have saved one since. */
export type SavedAct = (saved: readonly SavedFilter[]) => SavedFilter[];
type Acts = Readonly<Record<string, readonly SavedAct[]>>;

/** What the person has changed in this tab, by list; it holds whatever becomes of saving it. */
const pendingChanges = cell<Changes>({});
/** What was done to filters with a name, and the server does not have yet. */
const pendingActs = cell<Acts>({});
/** The lists of whose changes the server does not have all yet, with what it lacks beside the acts. */
const unsaved = new Map<string, Change>();
const saving = new Map<string, Promise<void>>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Another one with each session: what began in one must not end in the next. */
let term = {};

onSessionEnd(() => {
  clearTimeout(timer);
  term = {};
  unsaved.clear();
  saving.clear();
  pendingChanges.set({});
  pendingActs.set({});
});

const acted = (saved: readonly SavedFilter[] | undefined, acts: readonly SavedAct[]): SavedFilter[] =>
  acts.reduce((list, act) => act(list), [...(saved ?? [])]);

/** What holds for a list: the changes of this tab, then what was kept, then nothing. */
export function settingOf(
  name: string,
  kept: Readonly<Record<string, ListSetting>> | undefined,
  pending: Changes,
  acts: Acts = {},
): ListSetting {
  const setting = { ...PLAIN, ...kept?.[name], ...pending[name] };
  const mine = acts[name] ?? [];
  return mine.length === 0 ? setting : { ...setting, saved: acted(setting.saved, mine) };
}

/** The person's setting of a list. Without a name there is none. */
export function useListSetting(name: string | undefined): ListSetting {
  const { data } = useQuery({ ...listSettingsQuery, enabled: name !== undefined });
  const pending = useCell(pendingChanges);
  const acts = useCell(pendingActs);
  return name === undefined ? PLAIN : settingOf(name, data, pending, acts);
}

/**
 * Changes a list's setting at once, and keeps it a moment later. A failure to keep it is silent: the next change, or
 * leaving, tries again.
 */
export function changeListSetting(name: string, change: Change): void {
  pendingChanges.set((before) => ({ ...before, [name]: { ...before[name], ...change } }));
  saveSoon(name, change, SAVE_AFTER_MS);
}

/** The same for filters with a name. Nobody does that in quick succession: it is kept at once. */
export function changeSavedFilters(name: string, act: SavedAct): void {
  pendingActs.set((before) => ({ ...before, [name]: [...(before[name] ?? []), act] }));
  saveSoon(name, {}, 0);
}

function saveSoon(name: string, change: Change, after: number): void {
  unsaved.set(name, { ...unsaved.get(name), ...change });
  clearTimeout(timer);
  timer = setTimeout(() => void saveListSettings(), after);
}

/** Sends what is unsaved. `leaving`: the page may go before the answer comes. */
export async function saveListSettings(leaving = false): Promise<void> {
  clearTimeout(timer);
  if (!session.get().isAuth) return;
  await Promise.all([...unsaved.keys()].map((name) => saveInTurn(name, leaving)));
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

/** The filters with a name as they are now, and what was done to them is done to those. */
function actsDone(name: string, saved: SavedFilter[], done: readonly SavedAct[]): void {
  // Where nothing is there the session has ended, and the next one reads its own.
  queryClient.setQueryData(
    listSettingsQuery.queryKey,
    (before) => before && { ...before, [name]: { ...PLAIN, ...before[name], saved } },
  );
  pendingActs.set((before) => ({ ...before, [name]: (before[name] ?? []).filter((act) => !done.includes(act)) }));
}

/** The same parts of a list's setting with what this tab says of them now. */
function asNow(name: string, sent: Change): Change {
  const now = pendingChanges.get()[name] ?? sent;
  return {
    ...(sent.filters && now.filters && { filters: now.filters }),
    ...(sent.hidden_columns && now.hidden_columns && { hidden_columns: now.hidden_columns }),
  };
}

/** Sends what has changed in this tab alone, so that what has in another one stays. */
async function save(name: string, leaving: boolean): Promise<void> {
  const during = term;
  const actsOf = () => pendingActs.get()[name] ?? [];
  let sent: Change = {};
  try {
    // A page that goes does not hear the answer: it does them to what it has read.
    if (unsaved.has(name) && actsOf().length > 0 && !leaving)
      await queryClient.fetchQuery({ ...listSettingsQuery, staleTime: 0 });
    const lacking = unsaved.get(name);
    // What leaves meanwhile has sent it.
    if (during !== term || lacking === undefined) return;
    const kept = queryClient.getQueryData(listSettingsQuery.queryKey);
    const acts = kept === undefined ? [] : actsOf();
    const body = acts.length === 0 ? lacking : { ...lacking, saved: acted(kept?.[name]?.saved, acts) };
    if (Object.keys(body).length === 0) return;
    sent = lacking;
    if (acts.length === actsOf().length) unsaved.delete(name);
    else unsaved.set(name, {});
    await callToChange('PUT /account/ui-api/v1/list-setting/{list}', {
      params: { list: name },
      body,
      keepalive: leaving,
      signal: AbortSignal.timeout(SAVE_WITHIN_MS),
    });
    if (during === term && 'saved' in body) actsDone(name, body.saved, acts);
  } catch {
    // Still this session's: to be tried again, as it is by now, for a page that was left has saved what came after it.
    if (during === term) unsaved.set(name, { ...asNow(name, sent), ...unsaved.get(name) });
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
