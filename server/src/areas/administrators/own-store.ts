/** The own record, as its person edits it. */
import type { AdministratorEdit } from '@signet/contract/areas/administrators';
import { fieldProblem, Problem, type Reason } from '@signet/contract/problem';
import { whyNotAliases, whyNotEditOwnNames } from '@signet/contract/rules';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { ChangeEvent } from '../../db/record.ts';
import { isStored, requireVersion } from '../../db/version.ts';
import { refuseTakenName } from '../../people/change-store.ts';
import { moved } from '../../people/position.ts';
import { holdAccountOf } from '../../sign-in/person-store.ts';
import { requireOwnDomain } from '../../sign-in/federation/domain-store.ts';
import { readAdministrator } from './store.ts';

/** The fields that a lock takes away from the person. */
const LOCKABLE = ['first_name', 'last_name', 'user_name', 'email'] as const;

/** What the audit log keeps: what the person edits. */
export type OwnRecord = {
  first_name: string;
  last_name: string;
  user_name: string;
  email: string;
  phone: string;
  locale: string;
  date_format: string | null;
  aliases: Record<string, string>;
};
type Row = OwnRecord & { has_onelogin_id: boolean; primary_account_dta_enabled: boolean };

/** The own record, kept as it is until the transaction ends, and which locks are on it. */
async function lockOwn(viewer: Viewer, tx: Db): Promise<{ own: OwnRecord; locks: Omit<Row, keyof OwnRecord> }> {
  await holdAccountOf(tx, viewer.userId);
  const { rows } = await sql<Row>`
    select u.first_name, u.last_name, u.user_name, u.email, u.phone, u.locale, u.date_format, u.aliases,
      u.onelogin_id is not null as has_onelogin_id, coalesce((
        select a.dta_enabled from account a where a.id = u.primary_account_id), false) as primary_account_dta_enabled
    from app_user u where u.id = ${viewer.userId} for no key update of u`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error(`The signed-in user ${viewer.userId} has no record.`);
  const { has_onelogin_id, primary_account_dta_enabled, ...own } = row;
  return { own, locks: { has_onelogin_id, primary_account_dta_enabled } };
}

/** Throws FIELD_LOCKED under each field that a lock holds, YOURSELF under what others govern. */
async function refuseLocked(viewer: Viewer, tx: Db, edit: AdministratorEdit, now: Date): Promise<OwnRecord> {
  const { own, locks } = await lockOwn(viewer, tx);
  const names = whyNotEditOwnNames({ access_scope: viewer.scope, ...locks });
  const aliases = whyNotAliases({ access_scope: viewer.scope });
  const locked: [string, Reason][] = [];
  for (const field of LOCKABLE) if (names && edit[field] !== own[field]) locked.push([field, names]);
  if (aliases && edit.aliases && Object.keys(edit.aliases).length > 0) locked.push(['aliases', aliases]);
  if (locked.length > 0) throw new Problem('FIELD_LOCKED', { fields: Object.fromEntries(locked) });
  const record = await readAdministrator(viewer, tx, viewer.userId, now);
  const [governed] = Object.keys(moved(edit, record));
  if (governed !== undefined) throw fieldProblem(governed, { status: 'YOURSELF' });
  if (!isStored(record, { active: edit.active })) throw fieldProblem('active', { status: 'YOURSELF' });
  return own;
}

/**
 * Saves the own record; `event` is `nothing` where it is so already. Throws SESSION_NEEDED for a program in the
 * person's name, FIELD_LOCKED, YOURSELF, CHANGED_MEANWHILE, and USERNAME_EXISTS and DOMAIN_LEADS_ELSEWHERE under its
 * field.
 */
export async function updateOwn(
  viewer: Viewer,
  tx: Db,
  edit: AdministratorEdit,
  version: number | undefined,
  now: Date,
): Promise<{ before: OwnRecord; after: OwnRecord; event: ChangeEvent | 'nothing' }> {
  if (viewer.via.by !== 'session') throw new Problem('SESSION_NEEDED');
  const before = await refuseLocked(viewer, tx, edit, now);
  requireVersion(await readAdministrator(viewer, tx, viewer.userId, now), version);
  const { first_name, last_name, user_name, email, phone, locale } = edit;
  const aliases = viewer.scope === 'system' ? edit.aliases : undefined;
  const after: OwnRecord = {
    first_name,
    last_name,
    user_name,
    email,
    phone,
    locale,
    date_format: edit.date_format ?? before.date_format,
    aliases: aliases ?? before.aliases,
  };
  if (isStored(before, after)) return { before, after, event: 'nothing' };
  await refuseTakenName(() =>
    tx
      .updateTable('app_user')
      .set({ ...after, aliases: JSON.stringify(after.aliases), updated_at: now, updated_by: viewer.userId })
      .set('version', sql<number>`version + 1`)
      .where('id', '=', viewer.userId)
      .execute(),
  );
  await requireOwnDomain(tx, viewer.userId, { name: user_name, before: before.user_name });
  return { before, after, event: { ...asSelf(viewer), before, after } };
}

/** How the audit log names the viewer's own record. */
export const asSelf = (viewer: Viewer): Omit<ChangeEvent, 'before' | 'after'> => ({
  resource_id: viewer.userId,
  resource_name: viewer.userName,
  account_id: viewer.primaryAccountId,
});
