import type { Locale } from '@signet/contract/locales';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Stores the viewer's language, where it is another one; answers the one before. */
export async function saveOwnLocale(viewer: Viewer, tx: Db, locale: Locale, now: Date): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    with before as (select id, locale from app_user where id = ${viewer.userId} for no key update),
      saved as (
        update app_user u set locale = ${locale}, updated_at = ${now}, updated_by = u.id, version = version + 1
        from before where u.id = before.id and before.locale <> ${locale})
    select locale as before from before`.execute(tx);
  return rows[0]?.before ?? locale;
}

/**
 * Stores that the viewer accepts the terms, and in which language they were read. No change of the record:
 * its stamps stay.
 */
export async function saveAgreement(viewer: Viewer, tx: Db, locale: Locale, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ agreement_accepted_at: now, agreement_locale: locale })
    .where('id', '=', viewer.userId)
    .execute();
}
