/** Links by which people make a user of an account for themselves: which of them open anything. */
import {
  whyNotOfferSelfService,
  type SelfServiceLinkState,
  type SelfServiceScope,
} from '@signet/contract/areas/self-service-rules';
import { payloadDate } from '@signet/contract/dates';
import { Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { inService } from '../db/in-service.ts';
import type { Db } from '../db/open.ts';
import { hashSecret } from '../secrets.ts';
import { visibleAccounts } from '../sight.ts';
import { makerLater, type Made } from '../sign-in/later.ts';

/** What seals the secret of a link to its row. */
export const linkSeal = (id: string): string => `self-service-link:${id}`;

/** What is asked of a link to know whether it opens anything. Days are YYYY-MM-DD. */
export type AskedLink = Made & {
  account_id: string;
  ends_on: string;
  in_service: boolean;
  system_account: boolean;
  federated_account_id: string | null;
  access_scope: SelfServiceScope;
};

/** A link that somebody came by. */
export type OpenLink = AskedLink & {
  id: string;
  account_name: string;
  domains: string[];
};

/** SQL for the columns of {@link AskedLink}: `l` is the link, `a` its account. */
export const askedColumns = (now: Date) => sql`l.account_id, l.ends_on, l.made_by, l.made_via, l.access_scope,
  ${inService('a', payloadDate(now))} as in_service, a.system_account, a.federated_account_id`;

/**
 * The person who made a link, as they are now; null where they may not offer it any more: rights that were taken away
 * take their links along, and so does the token or client certificate that made them.
 */
export async function makerOf(db: Db, link: AskedLink, now: Date): Promise<Viewer | null> {
  const maker = await makerLater(db, link, now);
  if (!maker || whyNotOfferSelfService(maker, link, link.access_scope)) return null;
  const { rows } = await sql`select from account a
    where a.id = ${link.account_id} and ${visibleAccounts(maker)}`.execute(db);
  return rows.length > 0 ? maker : null;
}

/** Whether a link opens anything now, and if not why. */
export async function linkState(db: Db, link: AskedLink, now: Date): Promise<SelfServiceLinkState> {
  if (link.ends_on < payloadDate(now)) return 'ended';
  if (!link.in_service) return 'account';
  return (await makerOf(db, link, now)) ? 'open' : 'maker';
}

/** Throws ACCOUNT_EXPIRED where the account of a link is out of service, `otherwise` where it has ended. */
export async function requireOpen(
  db: Db,
  link: AskedLink,
  otherwise: 'SELF_SERVICE_LINK_ENDED' | 'SELF_SERVICE_REQUEST_ENDED',
  now: Date,
): Promise<void> {
  const state = await linkState(db, link, now);
  if (state !== 'open') throw new Problem(state === 'account' ? 'ACCOUNT_EXPIRED' : otherwise);
}

/**
 * The link that `state` names; with `lock` it is there until the transaction ends. Throws SELF_SERVICE_LINK_ENDED,
 * ACCOUNT_EXPIRED.
 */
export async function requireLink(db: Db, state: string, now: Date, { lock = false } = {}): Promise<OpenLink> {
  const { rows } = await sql<OpenLink>`
    select l.id, l.domains, a.name as account_name, ${askedColumns(now)}
    from self_service_link l join account a on a.id = l.account_id
    where l.state_hash = ${hashSecret(state)} and a.deleted_at is null
      ${lock ? sql`for key share of l` : sql``}`.execute(db);
  if (!rows[0]) throw new Problem('SELF_SERVICE_LINK_ENDED');
  await requireOpen(db, rows[0], 'SELF_SERVICE_LINK_ENDED', now);
  return rows[0];
}
