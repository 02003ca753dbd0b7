/**
 * What people had typed into a form and not saved when their session ended. It is kept in this tab alone, for the
 * person and the form it was typed into, and handed back to them when they open it again. Secrets are never kept.
 */
import { readTab, writeTab } from './tab-storage.ts';

type Values = Readonly<Record<string, unknown>>;
/** `form` names the page and its fields. `base` is what stood in the changed fields before, `values` what was typed. */
export type Draft = { person: string; form: string; at: string; base: Values; values: Values };

/** Who has not come back after so long will type it anew. */
export const DRAFT_HOURS = 12;
const MOST = 10;

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  return (
    typeof draft?.person === 'string' &&
    typeof draft.form === 'string' &&
    typeof draft.at === 'string' &&
    typeof draft.base === 'object' &&
    typeof draft.values === 'object'
  );
}

function drafts(now: Date): Draft[] {
  try {
    const list: unknown = JSON.parse(readTab('drafts') ?? '[]');
    const from = now.getTime() - DRAFT_HOURS * 3_600_000;
    return Array.isArray(list) ? list.filter(isDraft).filter(({ at }) => new Date(at).getTime() > from) : [];
  } catch {
    return [];
  }
}

const store = (list: readonly Draft[]): void => writeTab('drafts', list.length === 0 ? null : JSON.stringify(list));
const isOf = (draft: Draft, person: string, form: string): boolean => draft.person === person && draft.form === form;

/** Keeps a draft in place of an older one of the same form; of many the newest are kept. */
export function keepDraft(draft: Draft, now: Date): void {
  const others = drafts(now).filter((one) => !isOf(one, draft.person, draft.form));
  store([draft, ...others].slice(0, MOST));
}

/** Hands a person's draft of a form back, once; null without one. */
export function takeDraft(person: string, form: string, now: Date): Draft | null {
  const list = drafts(now);
  const mine = list.find((draft) => isOf(draft, person, form));
  if (mine) store(list.filter((draft) => draft !== mine));
  return mine ?? null;
}

/** A person who leaves by themselves leaves nothing behind. */
export function forgetDrafts(person: string): void {
  store(drafts(new Date()).filter((draft) => draft.person !== person));
}

/** Whether something waits here for somebody. */
export const hasDrafts = (): boolean => drafts(new Date()).length > 0;

/**
 * The fields whose values differ from `base`, as they can be kept: without `secrets`, and without what is no plain
 * value, such as a file. Null when nothing is left. What is new has no `base`: all of it is kept.
 */
export function draftOf(
  base: Values,
  values: Values,
  secrets: ReadonlySet<string>,
): Pick<Draft, 'base' | 'values'> | null {
  const names = Object.keys(values).filter(
    (name) => !secrets.has(name) && isPlain(values[name]) && !isSame(base[name], values[name]),
  );
  if (names.length === 0) return null;
  const pick = (of: Values): Values => Object.fromEntries(names.map((name) => [name, of[name]]));
  return { base: pick(base), values: pick(values) };
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === Array.prototype) && Object.values(value).every(isPlain);
}
