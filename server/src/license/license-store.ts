/** The platform's own license as it is installed. */
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { trustedIssuers } from './issuers.ts';
import { readLicense, type License } from './license.ts';

/** The license in force: the newest installed one. */
export type CurrentLicense = { status: 'valid' | 'expired'; license: License };

/** The newest license with its state at `now`; null when none is installed, or none that a trusted issuer signed. */
export async function currentLicense(db: Db, config: Config, now: Date): Promise<CurrentLicense | null> {
  const issuers = trustedIssuers(config);
  const row = await db
    .selectFrom('platform_license')
    .select('body')
    .orderBy('installed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { license, refused } = await readLicense(row.body, issuers, now);
  if (!license || (refused && refused.status !== 'LICENSE_EXPIRED')) return null;
  return { status: refused ? 'expired' : 'valid', license };
}

/**
 * Installs a license text that has been read; answers its id. `installedBy` is a user id, null before there are users.
 */
export async function installLicense(tx: Db, body: string, installedBy: string | null, now: Date): Promise<string> {
  const id = newId();
  await tx
    .insertInto('platform_license')
    .values({ id, body: body.trim(), installed_at: now, installed_by: installedBy })
    .execute();
  return id;
}
