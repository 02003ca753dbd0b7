/** The self-service links of an account, for those who hand them on. */
import type { SelfServiceLink, selfService } from '@signet/contract/areas/self-service';
import { whyNotLinkEnd, whyNotOfferSelfService } from '@signet/contract/areas/self-service-rules';
import { payloadDate, storedDateTime } from '@signet/contract/dates';
import type { BodyOf } from '@signet/contract/endpoint';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem, refuseField } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import { askedColumns, linkSeal, linkState, type AskedLink } from '../../self-service/link-store.ts';
import { visibleAccounts } from '../../sight.ts';
import { madeVia } from '../../sign-in/later.ts';
import { requireOneself } from '../../sign-in/oauth/require-oneself.ts';

type Row = AskedLink &
  Pick<SelfServiceLink, 'id' | 'domains' | 'made_by_name'> & { made_at: Date; state_sealed: Buffer };

/** What the audit log keeps of a link: what it gives and to whom, never its address. */
const asEvent = (
  {
    id,
    account_id,
    domains,
    access_scope,
    ends_on,
  }: Pick<SelfServiceLink, 'id' | 'account_id' | 'domains' | 'access_scope' | 'ends_on'>,
  side: 'before' | 'after',
): ChangeEvent => ({
  resource_id: id,
  resource_name: domains.join(', '),
  account_id,
  [side]: { domains, access_scope, ends_on },
});

/** The links of an account that the viewer may see, the newest first. Throws 404. */
export async function listLinks(
  viewer: Viewer,
  db: Db,
  runtime: Pick<Runtime, 'seal' | 'publicUrl'>,
  accountId: string,
  now: Date,
): Promise<SelfServiceLink[]> {
  await requireAccount(viewer, db, accountId);
  const { rows } = await sql<Row>`
    select l.id, l.domains, l.made_at, l.state_sealed, ${askedColumns(now)},
      ${savedByName(viewer, 'l', 'made_by')} as made_by_name
    from self_service_link l join account a on a.id = l.account_id
    where l.account_id = ${accountId} and ${visibleAccounts(viewer)}
    order by l.made_at desc, l.id desc limit ${LIMITS.selfServiceLinksMax}`.execute(db);
  // Few links, of one or two makers: who made them is asked once each.
  const states = new Map<string, Promise<SelfServiceLink['state']>>();
  const stateOf = (row: Row) => {
    const asked = JSON.stringify([row.made_by, row.made_via, row.ends_on, row.access_scope]);
    const state = states.get(asked) ?? linkState(db, row, now);
    states.set(asked, state);
    return state;
  };
  return Promise.all(rows.map(async (row) => answer(row, runtime, await stateOf(row))));
}

function answer(
  row: Row,
  { seal, publicUrl }: Pick<Runtime, 'seal' | 'publicUrl'>,
  state: SelfServiceLink['state'],
): SelfServiceLink {
  const { id, account_id, domains, access_scope, ends_on, made_at, made_by_name, state_sealed } = row;
  const query = new URLSearchParams({ state: seal.open(state_sealed, linkSeal(id)).toString() });
  return {
    id,
    account_id,
    domains,
    access_scope,
    ends_on,
    made_at: storedDateTime(made_at),
    made_by_name,
    url: `${publicUrl}/account/create-user-account?${query.toString()}`,
    state,
  };
}

type Account = { system_account: boolean; federated_account_id: string | null };

/** The account, locked so that its links are counted one by one where `lock` is set. Throws 404. */
async function requireAccount(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<Account> {
  const { rows } = await sql<Account>`select a.system_account, a.federated_account_id from account a
    where a.id = ${id} and a.deleted_at is null and ${visibleAccounts(viewer)}
      ${lock ? sql`for no key update of a` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * Makes a link. Throws 404, the reason of the rule, SELF_SERVICE_LINK_LIMIT for more than an account may have, and what
 * is wrong with the day under its field.
 */
export async function createLink(
  viewer: Viewer,
  tx: Db,
  runtime: Pick<Runtime, 'seal' | 'publicUrl'>,
  accountId: string,
  values: BodyOf<typeof selfService.createLink>,
  now: Date,
): Promise<{ after: SelfServiceLink; event: ChangeEvent }> {
  requireOneself(viewer);
  const account = await requireAccount(viewer, tx, accountId, { lock: true });
  refuse(whyNotOfferSelfService(viewer, account, values.access_scope));
  refuseField('ends_on', whyNotLinkEnd(values.ends_on, payloadDate(now)));
  const { rows } = await sql<{ links: number }>`
    select count(*)::int as links from self_service_link where account_id = ${accountId}`.execute(tx);
  if ((rows[0]?.links ?? 0) >= LIMITS.selfServiceLinksMax)
    throw new Problem('SELF_SERVICE_LINK_LIMIT', { params: { max: LIMITS.selfServiceLinksMax } });
  const id = newId();
  const state = newSecret();
  await tx
    .insertInto('self_service_link')
    .values({
      ...values,
      id,
      account_id: accountId,
      state_hash: hashSecret(state),
      state_sealed: runtime.seal.seal(Buffer.from(state), linkSeal(id)),
      made_at: now,
      made_by: viewer.userId,
      made_via: madeVia(viewer),
    })
    .execute();
  const after = (await listLinks(viewer, tx, runtime, accountId, now)).find((one) => one.id === id);
  if (!after) throw notFound();
  return { after, event: asEvent(after, 'after') };
}

/** Ends a link, with the requests that were begun by it. Throws 404. */
export async function endLink(
  viewer: Viewer,
  tx: Db,
  { id: accountId, linkId }: { id: string; linkId: string },
): Promise<ChangeEvent> {
  await requireAccount(viewer, tx, accountId);
  const link = await tx
    .deleteFrom('self_service_link')
    .where('id', '=', linkId)
    .where('account_id', '=', accountId)
    .returning(['id', 'account_id', 'domains', 'access_scope', 'ends_on'])
    .executeTakeFirst();
  if (!link) throw notFound();
  return asEvent(link, 'before');
}
