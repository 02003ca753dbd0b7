/** What the filters of the audit list mean in SQL, on the event `e`. */
import type { AUDIT_EVENT_FILTERS } from '@signet/contract/areas/audit-event';
import type { AuditEventExportQuery } from '@signet/contract/areas/audit-log';
import { DEFAULT_TIME_ZONE, endOfDay, parseStoredDateTime } from '@signet/contract/dates';
import { acceptsFilter } from '@signet/contract/filter';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { hasPieces, inForce, isForeign, likeHolds, type FilterConditions } from '../../db/list.ts';
import type { Way } from '../../audit/event-walk-store.ts';

const DAY_MS = 86_400_000;

const WORDS = sql`audit_words(e.resource_name, e.actor_name)`;
const PIECES = sql`audit_pieces(e.resource_name, e.actor_name)`;

/** The id that a text is, as ids are stored; null where it is none. */
export function idIn(text: string): string | null {
  const lower = text.trim().toLowerCase();
  return acceptsFilter({ type: 'id' }, lower) ? lower : null;
}

/** Whether an event is the one of this id, or about the resource of this id. */
const ofId = (id: string): RawBuilder<boolean> => sql<boolean>`(e.id = ${id}::uuid or e.resource_id = ${id})`;

/** Whether the names of an event hold a text somewhere; blanks around it left out. As the index has it. */
function holdsText(text: string): RawBuilder<boolean> {
  const id = idIn(text);
  if (id !== null) return ofId(id);
  const trimmed = text.trim();
  if (!isForeign(trimmed)) return sql<boolean>`${WORDS} like holds(${trimmed})`;
  // Not as the index of trigrams has it: of signs that make none it would read all of itself.
  return sql<boolean>`(${hasPieces(PIECES, trimmed)} and ${likeHolds(sql`(${WORDS} || '')`, trimmed)})`;
}

/**
 * The same, of an event that is looked at anyway: the signs of other scripts, which the index needs, take ten times as
 * long to make of an event as it takes to compare.
 */
export function comparesText(text: string): RawBuilder<boolean> {
  const id = idIn(text);
  return id === null ? likeHolds(WORDS, text.trim()) : ofId(id);
}

/** Whether the index narrows a text down: it knows three letters or digits in a row, and the signs of other scripts. */
export const isIndexed = (text: string): boolean => isForeign(text) || /[\p{L}\p{N}]{3}/u.test(text);

type Filters = typeof AUDIT_EVENT_FILTERS;
/** Filters that are moments: they stand in {@link wayOf}. */
type OfTime = 'from' | 'to';

const conditionsFor = (viewer: Viewer): FilterConditions<Omit<Filters, OfTime>> => ({
  text: holdsText,
  action: (action) => sql<boolean>`e.action = ${action}`,
  resource_type: (type) => sql<boolean>`e.resource_type = ${type}`,
  result: (result) => sql<boolean>`e.result = ${result}`,
  actor_id: (id) => sql<boolean>`e.actor_id = ${id}`,
  others: (others) => sql<boolean>`(e.actor_id is not null and e.actor_id <> ${viewer.userId}) = ${others}`,
  actor_via: (via) => sql<boolean>`e.actor_via = ${via}`,
  resource_id: (id) => sql<boolean>`e.resource_id = ${id}`,
  account_id: (id) => sql<boolean>`e.account_id = ${id}`,
});

/** The conditions of the filters in force, but those of time. */
export const conditionsOf = (viewer: Viewer, query: AuditEventExportQuery): RawBuilder<boolean>[] =>
  inForce(conditionsFor(viewer), query);

/** Between which moments, and in which direction. */
export function wayOf(query: AuditEventExportQuery): Way {
  const { from, to, time_zone = DEFAULT_TIME_ZONE, beyond } = query;
  const upwards = query.sort[0] === 'at:asc';
  const begin = from === undefined ? null : endOfDay(dayBefore(from), time_zone);
  const end = to === undefined ? null : endOfDay(to, time_zone);
  const further = beyond === undefined ? null : parseStoredDateTime(beyond);
  return upwards
    ? { upwards, from: latest(begin, further), until: end }
    : { upwards, from: begin, until: earliest(end, further) };
}

const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
const latest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));
const earliest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));
