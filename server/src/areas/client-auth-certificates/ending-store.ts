import type { EndingCertificate } from '@signet/contract/areas/client-auth-certificates';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { authorityStands, cameWithAccount } from '../../db/authority-stands.ts';
import type { Db } from '../../db/open.ts';
import { isOwn } from '../../sight.ts';
import { takesOver } from '../../sign-in/certificates/replaced-store.ts';

const DAY = 86_400_000;

/**
 * The viewer's own certificates that can be used and end within weeks, but for those that a newer one has replaced, of
 * which no mail tells either. The soonest first, a handful at most.
 */
export async function listEndingCertificates(
  viewer: Viewer,
  db: Db,
  now: Date,
): Promise<{ items: EndingCertificate[]; total: number }> {
  const until = new Date(now.getTime() + LIMITS.certificateNoticeDays * DAY);
  const { rows } = await sql<Omit<EndingCertificate, 'valid_to'> & { valid_to: Date; total: number }>`
    select c.id, c.name, c.common_name, c.valid_to, (count(*) over ())::int as total
    from certificate c
    where ${isOwn(viewer, sql`c.user_id`)} and c.state = 'issued' and c.enabled and ${authorityStands('c')}
      and not ${cameWithAccount('c')} and c.valid_to between ${now} and ${until}
      and not exists (select from certificate n where n.user_id = c.user_id and ${takesOver(now)})
    order by c.valid_to, c.id limit ${LIMITS.certificateNotices}`.execute(db);
  const items = rows.map(({ total: _, valid_to, ...one }) => ({ ...one, valid_to: storedDateTime(valid_to) }));
  return { items, total: rows[0]?.total ?? 0 };
}
