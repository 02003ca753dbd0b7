import { GIVEN_UP_DAYS } from '@signet/contract/areas/mail-record';
import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: whether an email was given up after its last try, and that is new enough to be told: by then somebody has seen
 * it, or it is past caring for. What the server of its recipient has refused was not given up.
 */
export const isGivenUp = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(status = 'failed'
    and given_up_at > ${now}::timestamptz - make_interval(days => ${GIVEN_UP_DAYS}::int))`;
