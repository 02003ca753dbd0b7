/** What everybody may fetch of an authority. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type PublishedList = { list: Buffer; number: number; thisUpdate: Date; nextUpdate: Date };

/** The newest list of an authority; null where there is none. */
export async function publishedList(db: Db, authorityId: string): Promise<PublishedList | null> {
  const { rows } = await sql<{ list: Buffer; number: string; this_update: Date; next_update: Date }>`
    select list, number, this_update, next_update from certificate_revocation_list
    where authority_id = ${authorityId}`.execute(db);
  if (!rows[0]) return null;
  const { list, number, this_update, next_update } = rows[0];
  return { list, number: Number(number), thisUpdate: this_update, nextUpdate: next_update };
}

/** The certificate of an authority, DER, and from when to when it is good; null where there is no such authority. */
export async function publishedCertificate(
  db: Db,
  authorityId: string,
): Promise<{ certificate: Buffer; since: Date; until: Date } | null> {
  const { rows } = await sql<{ certificate: Buffer; since: Date; until: Date }>`
    select c.certificate, c.valid_from as since, c.valid_to as until
    from certificate_authority ca join certificate c on c.id = ca.certificate_id
    where ca.id = ${authorityId} and ca.state <> 'intended' and c.certificate is not null`.execute(db);
  return rows[0] ?? null;
}
