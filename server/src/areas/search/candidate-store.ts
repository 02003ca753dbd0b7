/**
 * Which entries of the search index a text finds, best first: the identifier itself, names that begin with the text,
 * words of the name that begin with its words, then anything that holds them. Each step is bounded whatever the text
 * and whoever asks, and runs only while there are too few (docs/decisions/010-search.md).
 */
import type { SearchKind } from '@signet/contract/areas/search';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { allOf } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { visibleEntries } from '../../sight.ts';
import { patternAtStart, patternInside, piecesOf, wordsOf, wordStart, type Word } from './words.ts';

/** Rows that hold every piece and are compared with the text itself. More are not looked at. */
const COMPARED = 5_000;
/**
 * Rows read of each step: among them may be as many that an earlier step found, and one more that is not the viewer's.
 */
const READ = 2 * LIMITS.searchResults + 1;
/** Length of search_entry.begins, in characters. */
const BEGINS = 100;

type Hit = { kind: SearchKind; id: string };
/** `at_words`: every word of the text begins one of its name or identifier. */
type Match = Hit & { at_words: boolean };
type Found = Map<SearchKind, string[]>;

/**
 * Ids of each kind, best first: up to LIMITS.searchResults that the viewer may find, and before them one with that very
 * identifier, whoever's it is.
 */
export async function findCandidates(
  viewer: Viewer,
  db: Db,
  text: string,
  kinds: readonly SearchKind[],
): Promise<Found> {
  const found: Found = new Map(kinds.map((kind) => [kind, []]));
  if (kinds.length === 0 || viewer.scope === 'end_user') return found;
  take(found, await exactly(db, text, kinds));
  await db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const folded = await fold(tx, text);
      const words = wordsOf(folded);
      if (words.length === 0) return;
      take(found, await startingWith(viewer, tx, kinds, folded));
      const wanting = kinds.filter((kind) => !enough(found, kind));
      // Signs alone are found at the beginning of a name and nowhere else: no index knows them.
      if (wanting.length === 0 || piecesOf(words, true).length === 0) return;
      const sampled = await inSample(viewer, tx, wanting, words);
      const rare = wanting.filter(
        (kind) =>
          !enough(
            found,
            kind,
            sampled.filter((match) => match.at_words),
          ),
      );
      if (rare.length > 0) await useBitmapsAlone(tx);
      // Where even the sample has enough inside words, only beginnings of words can be better.
      take(found, await holding(viewer, tx, rare, words, (kind) => enough(found, kind, sampled)));
      take(found, sampled);
    });
  return found;
}

function take(found: Found, hits: readonly Hit[]): void {
  for (const { kind, id } of hits) if (!found.get(kind)?.includes(id)) found.get(kind)?.push(id);
}

/**
 * True when a kind has as many as are shown, with these. One more is asked for, since the exact one may be somebody
 * else's.
 */
function enough(found: Found, kind: SearchKind, more: readonly Hit[] = []): boolean {
  return (
    new Set([...(found.get(kind) ?? []), ...more.filter((hit) => hit.kind === kind).map((hit) => hit.id)]).size >
    LIMITS.searchResults
  );
}

async function fold(db: Db, text: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`select search_text(${text}) as folded`.execute(db);
  return rows[0]?.folded ?? '';
}

/** The account with that identifier and the person with that user name, for who may see them. */
async function exactly(db: Db, text: string, kinds: readonly SearchKind[]): Promise<Hit[]> {
  const each = [
    kinds.includes('account') &&
      sql`select 'account' as kind, id from account where lower(friendly_identifier) = lower(${text})`,
    kinds.includes('person') &&
      sql`select 'person' as kind, id from app_user where lower(user_name) = lower(${text}) and deleted_at is null`,
  ].filter((query) => query !== false);
  return each.length === 0 ? [] : (await sql<Hit>`${sql.join(each, sql` union all `)}`.execute(db)).rows;
}

/** One statement for several kinds. */
async function forEach<Row>(
  db: Db,
  kinds: readonly SearchKind[],
  query: (kind: SearchKind) => RawBuilder<unknown>,
): Promise<Row[]> {
  if (kinds.length === 0) return [];
  return (
    await sql<Row>`${sql.join(
      kinds.map((kind) => sql`(${query(kind)})`),
      sql` union all `,
    )}`.execute(db)
  ).rows;
}

/**
 * Names that begin with the whole text: the first ones, from an index that has them in this order; for each account of
 * the viewer where it has several.
 */
function startingWith(viewer: Viewer, db: Db, kinds: readonly SearchKind[], folded: string): Promise<Hit[]> {
  const start = Array.from(folded).slice(0, BEGINS).join('');
  const all = (kind: SearchKind) => sql`
    select s.kind, s.id, s.begins from search_entry s
    where s.kind || ' ' || s.begins like ${`${kind} ${patternAtStart(start)}`}
    order by s.kind || ' ' || s.begins, s.id limit ${READ}`;
  const some = (kind: SearchKind, condition: RawBuilder<boolean>) => sql`
    select s.kind, s.id, s.begins from search_entry s
    where s.kind = ${kind} and ${condition} and s.begins like ${patternAtStart(start)}
    order by s.begins, s.id limit ${READ}`;
  return forEach(db, kinds, (kind) => {
    if (viewer.scope === 'system') return all(kind);
    if (viewer.scope === 'partner') return some(kind, visibleEntries(viewer));
    return sql`
      select e.* from unnest(${viewer.accountIds}::uuid[]) own(id)
        cross join lateral (${some(kind, sql<boolean>`s.account_id = own.id`)}) e
      order by e.begins, e.id limit ${READ}`;
  });
}

/** What many entries hold is found among a few of them, at once. */
function inSample(viewer: Viewer, db: Db, kinds: readonly SearchKind[], words: readonly Word[]): Promise<Match[]> {
  return forEach(
    db,
    kinds,
    (kind) => sql`
    select s.kind, s.id, ${matches(words, true)} as at_words, s.begins from search_entry s
    where s.kind = ${kind} and s.sampled and ${visibleEntries(viewer)} and ${matches(words, false)}
    order by at_words desc, s.begins, s.id limit ${READ}`,
  );
}

/**
 * What few hold is found by the pieces of its words; the rows that have all pieces are compared with the words
 * themselves.
 */
function holding(
  viewer: Viewer,
  db: Db,
  kinds: readonly SearchKind[],
  words: readonly Word[],
  atWordsAlone: (kind: SearchKind) => boolean,
): Promise<Match[]> {
  const ofName = piecesOf(words, true);
  const ofAll = piecesOf(words, false).map((piece) => `~${piece}`);
  const grams = sql`search_grams(s.kind, s.account_id, s.owner_account_id, s.named, s.holds)`;
  return forEach(db, kinds, (kind) => {
    const atWords = atWordsAlone(kind);
    return sql`
      select s.kind, s.id, ${matches(words, true)} as at_words, s.begins from (
        select s.kind, s.id, s.begins, s.named, s.holds from search_entry s
        where ${grams} @> ${atWords ? ofName : ofAll}::text[] and ${grams} && ${keysOf(viewer, kind)}::text[]
        limit ${COMPARED}) s
      where ${matches(words, atWords)} order by at_words desc, s.begins, s.id limit ${READ}`;
  });
}

/**
 * Every word begins one of the name or identifier; without `atWords`, they stand in whatever is known, the longer ones
 * anywhere.
 */
function matches(words: readonly Word[], atWords: boolean): RawBuilder<boolean> {
  if (atWords) return allOf(words.map((word) => sql<boolean>`s.named ~ ${wordStart(word.text)}`));
  return allOf(
    words.map((word) =>
      word.inside
        ? sql<boolean>`s.holds like ${patternInside(word.text)}`
        : sql<boolean>`s.holds ~ ${wordStart(word.text)}`,
    ),
  );
}

/** The keys of the index for what {@link visibleEntries} says of the columns. */
function keysOf(viewer: Viewer, kind: SearchKind): string[] {
  if (viewer.scope === 'system') return [kind];
  return viewer.scope === 'partner'
    ? [`${kind} under ${viewer.primaryAccountId}`]
    : viewer.accountIds.map((id) => `${kind} of ${id}`);
}

/**
 * Until the transaction ends, rows come from bitmaps of an index. The planner cannot know how many rows hold three
 * letters together; where it believes in many it reads the table until it has enough, which for few is all of it.
 */
async function useBitmapsAlone(tx: Db): Promise<void> {
  const off = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'jit'].map(
    (name) => sql`set_config(${name}, 'off', true)`,
  );
  await sql`select ${sql.join(off)}, set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}
