/** What holders are told of a certificate whose renewal was canceled. */
import { authorityStands } from '../db/authority-stands.ts';
import type { Db } from '../db/open.ts';

/** Whether a certificate is good until its end. */
export async function goesOn(db: Db, id: string, now: Date): Promise<boolean> {
  const good = await db
    .selectFrom('certificate')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .where('enabled', '=', true)
    .where(authorityStands('certificate'))
    .where('valid_to', '>', now)
    .executeTakeFirst();
  return good !== undefined;
}
