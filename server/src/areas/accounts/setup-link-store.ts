/** Links by which somebody without a user sets a provider of an account up: making, listing, revoking them. */
import { ACCESS } from '@signet/contract/access';
import type { SetupLink } from '@signet/contract/areas/sign-in-setup';
import { whyNotSetUpByLink, type SetupLinkState, type SetupPurpose } from '@signet/contract/areas/sign-in-setup-rules';
import type { Account } from '@signet/contract/areas/accounts';
import { methodStatesOf } from '@signet/contract/areas/sign-in-method-rules';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem } from '@signet/contract/problem';
import type { Permission, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { inService } from '../../db/in-service.ts';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import { madeVia, makerLater, type Made } from '../../sign-in/later.ts';
import { readAccount } from './record-store.ts';
import { editableAccount } from './saml-store.ts';
import { requireOneself } from '../../sign-in/oauth/require-oneself.ts';

/** For accounts of others, and for the platform's own, whose ways in are a part of its settings. */
const NEEDED: ReadonlySet<Permission> = new Set([...ACCESS.accounts.editSignIn.all, ...ACCESS.settings.editSignIn.all]);

/** What is asked of a link to know whether it opens anything. */
export type AskedLink = Made & {
  id: string;
  account_id: string;
  purpose: SetupPurpose;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  in_service: boolean;
};
type Row = AskedLink & { made_at: Date; made_by_name: string | null };

/** SQL for the columns of {@link AskedLink}: `l` is the link, `a` its account. */
const askedColumns = (now: Date) => sql`l.id, l.account_id, l.purpose, l.made_by, l.made_via, l.expires_at,
  l.used_at, l.revoked_at, ${inService('a', payloadDate(now))} as in_service`;

/**
 * What a link may see and do: what its maker may today of the ways to sign in, and nothing else of theirs. Null where
 * they may not set up this account any more: rights that were taken away take their links along, and so does the token
 * or client certificate that made them.
 */
export async function viewerOfLink(
  db: Db,
  { account_id, ...made }: Made & Pick<AskedLink, 'account_id'>,
  now: Date,
): Promise<Viewer | null> {
  const maker = await makerLater(db, made, now);
  if (!maker) return null;
  const viewer: Viewer = {
    ...maker,
    permissions: new Set([...maker.permissions].filter((name) => NEEDED.has(name))),
  };
  const account = await findAccount(viewer, db, account_id, now);
  return account && account.why_not.sign_in === null ? viewer : null;
}

async function findAccount(viewer: Viewer, db: Db, id: string, now: Date): Promise<Account | null> {
  try {
    return await readAccount(viewer, db, id, now);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.reason.status === 'NOT_FOUND') return null;
    throw thrown;
  }
}

/** Whether a link opens anything now, and if not why. */
async function linkState(db: Db, link: AskedLink, now: Date): Promise<SetupLinkState> {
  if (link.used_at) return 'used';
  if (link.revoked_at) return 'revoked';
  if (link.expires_at <= now) return 'ended';
  if (!link.in_service) return 'account';
  return (await viewerOfLink(db, link, now)) ? 'open' : 'maker';
}

/**
 * The link of an id and a secret, whatever has become of it; null for none. With `lock` it stays so, and its account:
 * that first, as whoever deletes it takes the two.
 */
export async function findLink(
  db: Db,
  { id, secret, now, lock }: { id: string; secret: string; now: Date; lock: boolean },
): Promise<AskedLink | null> {
  const named = sql`l.id = ${id} and l.secret_hash = ${hashSecret(secret)}`;
  if (lock)
    await sql`select from account
      where id = (select l.account_id from sign_in_setup_link l where ${named}) for update`.execute(db);
  const { rows } = await sql<AskedLink>`select ${askedColumns(now)}
    from sign_in_setup_link l join account a on a.id = l.account_id where ${named}
    ${lock ? sql`for update of l` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Links of an account, what is open first, then the newest: none works that is not shown. Throws 404 and FORBIDDEN. */
export async function listSetupLinks(viewer: Viewer, db: Db, accountId: string, now: Date): Promise<SetupLink[]> {
  await editableAccount(viewer, db, accountId, now);
  const { rows } = await sql<Row>`
    select ${askedColumns(now)}, l.made_at, ${savedByName(viewer, 'l', 'made_by')} as made_by_name
    from sign_in_setup_link l join account a on a.id = l.account_id
    where l.account_id = ${accountId}
    order by (l.used_at is null and l.revoked_at is null and l.expires_at > ${now}) desc, l.made_at desc, l.id desc
    limit ${LIMITS.setupLinksShown}`.execute(db);
  // At most three are open, so that at most three makers are asked for.
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      purpose: row.purpose,
      state: await linkState(db, row, now),
      made_by_name: row.made_by_name,
      made_at: storedDateTime(row.made_at),
      expires_at: storedDateTime(row.expires_at),
      used_at: row.used_at && storedDateTime(row.used_at),
    })),
  );
}

async function hasSaml(db: Db, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('saml_config').select('id').where('account_id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}

/** Throws why a link of this purpose can't set anything up in the account. */
export async function requireSettable(db: Db, account: Account, purpose: SetupPurpose): Promise<void> {
  refuse(whyNotSetUpByLink(purpose, methodStatesOf(account), await hasSaml(db, account.id)));
}

/**
 * Makes a link. Throws what {@link listSetupLinks} throws, ACCOUNT_OUT_OF_SERVICE where it would open nothing, the
 * reason of the rule, and SETUP_LINK_LIMIT.
 */
export async function makeSetupLink(
  viewer: Viewer,
  tx: Db,
  { accountId, purpose, now, runtime }: Making,
): Promise<{ id: string; url: string; expires_at: string; event: ChangeEvent }> {
  requireOneself(viewer);
  const account = await editableAccount(viewer, tx, accountId, now, true);
  if (!account.active) throw new Problem('ACCOUNT_OUT_OF_SERVICE');
  await requireSettable(tx, account, purpose);
  const { rows } = await sql<{ links: number }>`select count(*)::int as links from sign_in_setup_link
    where account_id = ${accountId} and used_at is null and revoked_at is null and expires_at > ${now}`.execute(tx);
  if ((rows[0]?.links ?? 0) >= LIMITS.setupLinksOpenMax)
    throw new Problem('SETUP_LINK_LIMIT', { params: { max: LIMITS.setupLinksOpenMax } });
  const id = newId();
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + LIMITS.setupLinkHours * 3_600_000);
  await tx
    .insertInto('sign_in_setup_link')
    .values({
      id,
      account_id: accountId,
      purpose,
      secret_hash: hashSecret(secret),
      made_by: viewer.userId,
      made_via: madeVia(viewer),
      made_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return {
    id,
    // In the fragment, which a browser keeps to itself: no log of a proxy has it.
    url: `${runtime.publicUrl}/account/sign-in-setup#${id}/${secret}`,
    expires_at: storedDateTime(expiresAt),
    event: {
      resource_id: id,
      resource_name: account.display_name,
      account_id: accountId,
      after: { purpose, expires_at: expiresAt },
    },
  };
}
type Making = { accountId: string; purpose: SetupPurpose; now: Date; runtime: Pick<Runtime, 'publicUrl'> };

/** Ends a link that is neither used nor revoked. Throws what {@link listSetupLinks} throws. */
export async function revokeSetupLink(
  viewer: Viewer,
  tx: Db,
  { accountId, linkId, now }: { accountId: string; linkId: string; now: Date },
): Promise<ChangeEvent> {
  const account = await editableAccount(viewer, tx, accountId, now);
  const link = await tx
    .updateTable('sign_in_setup_link')
    .set({ revoked_at: now })
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning(['id', 'purpose', 'expires_at'])
    .executeTakeFirst();
  if (!link) throw notFound();
  const { id, purpose, expires_at } = link;
  const before = { purpose, expires_at };
  return { resource_id: id, resource_name: account.display_name, account_id: accountId, before };
}
