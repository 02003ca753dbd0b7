import { LIMITS } from '@signet/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import { lastDay } from './last-day.ts';

/** Looks in a row that failed, before somebody is told: a provider may be away for an hour. */
export const LOOKS_FAILED = 3;
/** So many days before the end of metadata its address was looked at again, also after failures. */
export const METADATA_DAYS = LIMITS.samlRefreshHoursMost / 24;

/**
 * SQL for "the end of this SAML metadata may concern somebody": that of a file does. What has an address is read again
 * by itself: it does from two days before, where nothing newer has come there until then, or where looks fail. What
 * never is good for longer concerns nobody while its address can be read. `alias` names the configuration in the query.
 */
export function metadataEnds(alias: string, today: string): RawBuilder<boolean> {
  const c = sql.id(alias);
  const told = sql`${lastDay(sql`${c}.valid_until`)} - ${sql.lit(METADATA_DAYS)}`;
  return sql<boolean>`(${c}.metadata_url is null or ${told} <= ${today}::date
    and (${c}.refresh_failures >= ${LOOKS_FAILED} or ${told} > (${c}.validity_came_at at time zone 'UTC')::date))`;
}
