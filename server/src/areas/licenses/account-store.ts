/** The account that a license is of, as the viewer sees it. */
import { seesLicense } from '@signet/contract/areas/license-rules';
import { notFound, Problem } from '@signet/contract/problem';
import type { AppCode, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { isUnconfirmed } from '../../db/unconfirmed.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { visibleAccounts } from '../../sight.ts';

export type LicenseHolder = {
  id: string;
  name: string;
  type: 'standard' | 'partner';
  partner_account_id: string | null;
  partner_account_name: string | null;
  system_account: boolean;
  /** It came from another platform, and may still be undone. */
  unconfirmed: boolean;
  license_version: string;
};

const COLUMNS = sql`a.id, a.name, a.type, a.partner_account_id, a.partner_account_name, a.system_account,
  ${isUnconfirmed('a')} as unconfirmed, a.license_version`;

/**
 * One account; with `lock` it is neither deleted nor given to another partner before the transaction ends. Throws 404.
 */
export async function readHolder(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<LicenseHolder> {
  const { rows } = await sql<LicenseHolder>`${PREPARED}
    select ${COLUMNS} from account a
    where a.id = ${id} and a.deleted_at is null and ${visibleAccounts(viewer)}
    ${lock ? sql`for key share of a` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The license of an account for one application. */
export type LicenseOf = { id: string; app: AppCode };

/** Throws 404 for an account that the viewer does not see, and 403 where the application's license is not theirs. */
export async function requireLicense(viewer: Viewer, db: Db, accountId: string, app: AppCode): Promise<void> {
  await readHolder(viewer, db, accountId);
  if (!seesLicense(viewer, app)) throw new Problem('FORBIDDEN');
}

/** The platform's own account; before the platform is set up there is none. */
export async function readPlatform(db: Db): Promise<LicenseHolder | null> {
  const { rows } = await sql<LicenseHolder>`select ${COLUMNS} from account a where a.system_account`.execute(db);
  return rows[0] ?? null;
}
