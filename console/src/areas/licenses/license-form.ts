/** The edit form of a license: entries by row, what becomes of them, and what is sent. */
import type { LicenseApplication, LicenseFeature, LicenseUpdate } from '@signet/contract/areas/licenses';
import {
  figuresAfter,
  offeredActions,
  quantityOf,
  whyNotChange,
  whyNotQuantity,
  type LicenseAction,
  type LicenseChangeAction,
  type LicenseFigures,
  type LicenseHolder,
} from '@signet/contract/areas/license-rules';
import { UNLIMITED, type LicenseGeneration } from '@signet/contract/licensed-features';
import type { Reason } from '@signet/contract/problem';
import type { Scope } from '@signet/contract/viewer';

/** What was chosen and typed in a row. A row without an entry is left as it is. */
export type Entry = { action: LicenseChangeAction; quantity: string };
/** By {@link rowKey}. */
export type Entries = Readonly<Record<string, Entry>>;

/** Who edits, and whose license it is. */
export type Editing = { scope: Scope; holder: LicenseHolder };

type Wrong = { kind: 'empty' } | { kind: 'not_offered' } | { kind: 'refused'; reason: Reason };

export type Row = {
  key: string;
  name: string;
  figures: LicenseFigures;
  /** The actions to choose from: those offered, and the chosen one. */
  actions: LicenseAction[];
  entry: Entry | null;
  /** Why the entry can't be saved. */
  wrong: Wrong | null;
  /** The figures once it is saved; null where nothing changes, or nothing can. */
  after: ReturnType<typeof figuresAfter> | null;
  /** What the limit gains or loses; 0 without a change. */
  gain: number;
};

export const rowKey = ({ generation, name }: { generation: LicenseGeneration; name: string }): string =>
  `${generation} ${name}`;

const figuresOf = ({ name, attributes }: LicenseFeature): LicenseFigures => ({
  name,
  limit: attributes.limit,
  used: attributes.used,
  remaining: attributes.remaining,
  comes_back: attributes.comes_back ?? 0,
  // Only the platform's own license has nobody above it, and nobody edits that one here.
  available: attributes.available ?? 0,
});

function whatIsWrong(entry: Entry, figures: LicenseFigures, offered: readonly LicenseAction[]): Wrong | null {
  const typed = entry.quantity.trim();
  if (!offered.includes(entry.action)) return { kind: 'not_offered' };
  if (typed === '') return { kind: 'empty' };
  const reason = whyNotQuantity(typed) ?? whyNotChange(entry.action, figures, quantityOf(typed));
  return reason && { kind: 'refused', reason };
}

function rowOf(feature: LicenseFeature, entry: Entry | null, { scope, holder }: Editing): Row {
  const figures = figuresOf(feature);
  const offered = offeredActions(scope, holder, figures);
  const wrong = entry && whatIsWrong(entry, figures, offered);
  const after = entry && !wrong ? figuresAfter(entry.action, figures, quantityOf(entry.quantity.trim())) : null;
  return {
    key: rowKey(feature),
    name: feature.name,
    figures,
    actions: entry && !offered.includes(entry.action) ? [...offered, entry.action] : offered,
    entry,
    wrong,
    after,
    gain: after ? after.limit - Math.max(figures.limit, 0) : 0,
  };
}

/** The rows of one generation. */
export const rowsOf = (
  { features }: Pick<LicenseApplication, 'features'>,
  generation: LicenseGeneration,
  entries: Entries,
  editing: Editing,
): Row[] =>
  features
    .filter((feature) => feature.generation === generation)
    .map((feature) => rowOf(feature, entries[rowKey(feature)] ?? null, editing));

/**
 * The generation that the form opens on: the one that the account shows, unless nothing can be changed in it while
 * there is something to give in the other one, and that one may be chosen.
 */
export function openingGeneration({
  features,
  license_feature_version: shown,
  show_v2_feature_toggle: mayChoose,
}: Pick<LicenseApplication, 'features' | 'license_feature_version' | 'show_v2_feature_toggle'>): LicenseGeneration {
  if (!mayChoose) return shown;
  const movable = ({ attributes: { limit, available, comes_back } }: LicenseFeature): boolean =>
    limit !== 0 || (available ?? 0) + (comes_back ?? 0) !== 0;
  if (features.some((feature) => feature.generation === shown && movable(feature))) return shown;
  return features.find(movable)?.generation ?? shown;
}

/** Resets to 0 every row that offers it, and leaves the others as they are. */
export const withAllReset = (rows: readonly Row[], entries: Entries): Entries => ({
  ...entries,
  ...Object.fromEntries(
    rows
      .filter(({ actions }) => actions.includes('reset'))
      .map(({ key }): [string, Entry] => [key, { action: 'reset', quantity: '0' }]),
  ),
});

type Changed = Row & { entry: Entry; after: NonNullable<Row['after']> };
/** The rows that are sent, in the order in which they are. */
export const changedRows = (rows: readonly Row[]): Changed[] =>
  rows.filter((row): row is Changed => row.entry !== null && row.after !== null);

/** The body of the update. */
export const updateOf = (rows: readonly Row[], generation: LicenseGeneration): LicenseUpdate => ({
  license_feature_version: generation,
  features: changedRows(rows).map(({ name, figures, entry, after }) => ({
    name,
    attributes: { limit: after.limit },
    reset: entry.action === 'reset',
    old_limit: figures.limit,
  })),
});

/** The body of the allocation event that follows. */
export const eventOf = (rows: readonly Row[]) => ({
  features: changedRows(rows).map(({ name, after, gain }) => ({ name, quantity: gain, updated_limit: after.limit })),
});

/** Of a field that the server names, the place of its row in the update; null for other fields. */
export function placeOfField(field: string): number | null {
  const place = /^features\.(\d+)(?:\.|$)/.exec(field)?.[1];
  return place === undefined ? null : Number(place);
}

/** What became of a row while it was edited. */
export type Difference =
  | { name: string; what: 'limit' | 'used' | 'available'; before: number; after: number }
  | { name: string; what: 'gone' };

/**
 * What is not as it was when the form was opened: limits of all rows; of rows with an entry also what is used and what
 * is left to add, since the entry is judged by them.
 */
export function differences(
  before: Pick<LicenseApplication, 'features'>,
  after: Pick<LicenseApplication, 'features'>,
  entries: Entries,
): Difference[] {
  const now = new Map(after.features.map((feature) => [rowKey(feature), figuresOf(feature)]));
  return before.features.flatMap((feature): Difference[] => {
    const key = rowKey(feature);
    const was = figuresOf(feature);
    const is = now.get(key);
    if (!is) return [{ name: feature.name, what: 'gone' }];
    const looked = entries[key] ? (['limit', 'used', 'available'] as const) : (['limit'] as const);
    return looked
      .filter((what) => was[what] !== is[what])
      .map((what) => ({ name: feature.name, what, before: was[what], after: is[what] }));
  });
}

/** The entries whose rows are still there. */
export function entriesIn({ features }: Pick<LicenseApplication, 'features'>, entries: Entries): Entries {
  const keys = new Set(features.map(rowKey));
  return Object.fromEntries(Object.entries(entries).filter(([key]) => keys.has(key)));
}

/** Whether anything else than "No change" can be chosen. */
export const isFixed = ({ actions }: Row): boolean => actions.length === 1;
export const isUnlimited = (quantity: number): boolean => quantity === UNLIMITED;
