import { sql, type RawBuilder } from 'kysely';
import { authorityStands } from '../../db/authority-stands.ts';

/**
 * SQL for "certificate `n` is used in place of `c`, whose holder need not hear that it ends": it is newer and good,
 * nobody has switched it off, and it has arrived. One of an invitation that is open still may never do that; once the
 * invitation is over it may be in use.
 */
export const takesOver = (now: Date): RawBuilder<boolean> => sql<boolean>`n.state = 'issued' and n.enabled
  and ${authorityStands('n')} and n.valid_to > c.valid_to and n.created_at > c.created_at
  and not exists (select from enrollment g
    where g.certificate_id = n.id and g.stage = 'generated' and g.expires_at > ${now})`;
