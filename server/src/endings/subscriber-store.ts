/** Who is told of ends without asking for them. */
import { ACCESS, allows } from '@signet/contract/access';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@signet/contract/locales';
import type { Viewer } from '@signet/contract/viewer';
import type { Db } from '../db/open.ts';
import { findPersonViewer, NO_CREDENTIAL } from '../sign-in/viewer-store.ts';
import type { EndingSource } from './branch-store.ts';

/**
 * Somebody with the rights of this moment; null for whoever may not see what ends any more. Once the platform's license
 * has ended, that is everybody outside system scope: they come in by no other way either.
 */
export async function findSubscriber(db: Db, userId: string, { now, license }: EndingSource): Promise<Viewer | null> {
  // No session: calendars and webhooks have their person's rights.
  const viewer = await findPersonViewer(db, userId, NO_CREDENTIAL, now);
  if (!viewer?.termsAccepted || !allows(ACCESS.endsSoon.view, viewer)) return null;
  const hasEnded = license !== null && license.validUntil <= now;
  return hasEnded && viewer.scope !== 'system' ? null : viewer;
}

/** The language in which somebody is told. */
export async function localeOf(db: Db, userId: string): Promise<Locale> {
  const row = await db.selectFrom('app_user').select('locale').where('id', '=', userId).executeTakeFirst();
  return isLocale(row?.locale) ? row.locale : DEFAULT_LOCALE;
}
