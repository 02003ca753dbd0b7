/** The platform's own license as it is installed. */
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { trustedIssuers } from './issuers.ts';
import { readLicense, type License } from './license.ts';

/** The license in force: the newest installed one. */
export type CurrentLicense = { status: 'valid' | 'expired'; license: License };

/** The newest license with its state at `now`; null when none is installed, or none that a trusted issuer signed. */
export function currentLicense(db: Db, config: Config, now: Date): Promise<CurrentLicense | null> {
  return newestLicense(db, config, now, null);
}

/** The license that was in force at an instant gone by, as {@link currentLicense} answers it. */
export function licenseAt(db: Db, config: Config, at: Date): Promise<CurrentLicense | null> {
  return newestLicense(db, config, at, at);
}

/** The newest of those that were installed by an instant, or of all. */
async function newestLicense(
  db: Db,
  config: Config,
  now: Date,
  installedBy: Date | null,
): Promise<CurrentLicense | null> {
  const issuers = trustedIssuers(config);
  const row = await db
    .selectFrom('platform_license')
    .select('body')
    .$if(installedBy !== null, (query) => query.where('installed_at', '<=', installedBy ?? now))
    .orderBy('installed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { license, refused } = await readLicense(row.body, issuers, now);
  if (!license || (refused && refused.status !== 'LICENSE_EXPIRED')) return null;
  return { status: refused ? 'expired' : 'valid', license };
}

/** The license that each process has read last: its id, and when it ends. */
const ends = new WeakMap<Config, { id: string; until: Date }>();

/** SQL for the id of the newest installed license; null where there is none. */
export const NEWEST_LICENSE = sql<string | null>`
  (select l.id from platform_license l order by l.installed_at desc, l.id desc limit 1)`;

/**
 * Whether the newest installed license has ended, by its id, for what is asked at every request: each process reads a
 * license once.
 */
export async function hasLicenseEnded(
  { db, config }: { db: Db; config: Config },
  newestId: string | null,
  now: Date,
): Promise<boolean> {
  if (newestId === null) return false;
  const known = ends.get(config);
  if (known?.id === newestId) return known.until <= now;
  const current = await currentLicense(db, config, now);
  // One that is not in force yet is asked for again, for it may end one day.
  if (!current) return false;
  ends.set(config, { id: newestId, until: current.license.validUntil });
  return current.license.validUntil <= now;
}

/** The same of whichever is the newest, for what is not asked at every request. */
export async function hasNewestLicenseEnded({ db, config }: { db: Db; config: Config }, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string | null }>`select ${NEWEST_LICENSE} as id`.execute(db);
  return hasLicenseEnded({ db, config }, rows[0]?.id ?? null, now);
}

/**
 * Installs a license text that has been read, as the newest whatever the clock says; answers its id. `installedBy` is a
 * user id, null before there are users. Of two at once the caller has the second wait.
 */
export async function installLicense(tx: Db, body: string, installedBy: string | null, now: Date): Promise<string> {
  const id = newId();
  const newest = await tx
    .selectFrom('platform_license')
    .select((eb) => eb.fn.max('installed_at').as('at'))
    .executeTakeFirst();
  const installed_at = newest?.at && newest.at >= now ? new Date(newest.at.getTime() + 1) : now;
  await tx
    .insertInto('platform_license')
    .values({ id, body: body.trim(), installed_at, installed_by: installedBy })
    .execute();
  return id;
}
