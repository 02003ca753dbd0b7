import type { profileEdit } from '@signet/contract/areas/profile';
import type { Locale } from '@signet/contract/locales';
import { fieldProblem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { violatedIndex } from '../../db/violation.ts';

export type ProfileEdit = z.output<typeof profileEdit>;

/** Keeps the viewer's own record as it is until the transaction ends, so that what is compared is what is changed. */
export async function lockOwnRecord(viewer: Viewer, tx: Db): Promise<void> {
  await sql`select from app_user where id = ${viewer.userId} for no key update`.execute(tx);
}

/**
 * Stores the viewer's own profile. Throws USERNAME_EXISTS under `user_name` when somebody else has it, also in a race.
 */
export async function saveOwnProfile(viewer: Viewer, tx: Db, edit: ProfileEdit, now: Date): Promise<void> {
  const { aliases, date_format, ...names } = edit;
  try {
    await tx
      .updateTable('app_user')
      .set({
        ...names,
        ...(date_format === undefined ? {} : { date_format }),
        ...(aliases === undefined ? {} : { aliases: JSON.stringify(aliases) }),
        updated_at: now,
      })
      .where('id', '=', viewer.userId)
      .execute();
  } catch (error) {
    if (violatedIndex(error) === 'app_user_user_name') throw fieldProblem('user_name', { status: 'USERNAME_EXISTS' });
    throw error;
  }
}

/** Stores the viewer's language; answers the one before. */
export async function saveOwnLocale(viewer: Viewer, tx: Db, locale: Locale, now: Date): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    with before as (select id, locale from app_user where id = ${viewer.userId} for no key update)
    update app_user u set locale = ${locale}, updated_at = ${now} from before
    where u.id = before.id returning before.locale as before`.execute(tx);
  return rows[0]?.before ?? locale;
}

/** Stores that the viewer accepts the terms, and in which language they were read. */
export async function saveAgreement(viewer: Viewer, tx: Db, locale: Locale, now: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ agreement_accepted_at: now, agreement_locale: locale, updated_at: now })
    .where('id', '=', viewer.userId)
    .execute();
}
