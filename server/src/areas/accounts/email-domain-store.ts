/** The email domains of an account, and what proves them. */
import { randomBytes } from 'node:crypto';
import { whyNotEditEmailDomains } from '@signet/contract/areas/account-rules';
import type { Account } from '@signet/contract/areas/accounts';
import type { EmailDomain, EmailDomains, EmailDomainsEdit } from '@signet/contract/areas/account-email-domains';
import { proofRecord } from '@signet/contract/areas/email-domain-rules';
import { storedDateTime } from '@signet/contract/dates';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { kindsOf, ofAccounts, ofKinds } from '../../audit/event-keys-store.ts';
import { pageOfKeys } from '../../audit/event-walk-store.ts';
import { inAccount } from '../../db/concerning.ts';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { changedMeanwhile, savedByName } from '../../db/version.ts';
import { violatedIndex } from '../../db/violation.ts';
import { readAccount } from './record-store.ts';

type Row = { name: string; verified_at: Date | null; verified_by: 'dns' | 'administrator' | null; proof: string };
/** What a change made of the domains, for the audit log too; `nothing` where all were the same. */
type ChangedDomains = { after: EmailDomains; event: ChangeEvent | 'nothing' };

const rowsOf = (db: Db, id: string): Promise<Row[]> =>
  db
    .selectFrom('account_email_domain')
    .select(['name', 'verified_at', 'verified_by', 'proof'])
    .where('account_id', '=', id)
    .orderBy('name')
    .execute();

/** The domains of an account. Throws 404. */
export async function emailDomains(viewer: Viewer, db: Db, id: string, now: Date): Promise<EmailDomains> {
  const account = await readAccount(viewer, db, id, now);
  const edits = whyNotEditEmailDomains(viewer, account) === null;
  const domains = (await rowsOf(db, id)).map(({ name, verified_at, verified_by, proof }): EmailDomain => ({
    name,
    verified: verified_at !== null,
    verified_by,
    verified_at: verified_at && storedDateTime(verified_at),
    record: edits && verified_at === null ? proofRecord(name, proof) : null,
  }));
  return { domains, can_edit: edits };
}

/** The account whose email domains the viewer may edit. Throws 404 and FORBIDDEN. */
async function editable(viewer: Viewer, db: Db, id: string, now: Date, lock = false): Promise<Account> {
  const account = await readAccount(viewer, db, id, now, { lock });
  refuse(whyNotEditEmailDomains(viewer, account), inAccount(id));
  return account;
}

/** Throws as `editable` does, and DOMAIN_TAKEN under `domains` where one of them leads to another account. */
export async function requireFreeFor(
  viewer: Viewer,
  db: Db,
  id: string,
  domains: readonly string[],
  now: Date,
): Promise<void> {
  await editable(viewer, db, id, now);
  await requireFree(db, id, domains);
}

/** Throws DOMAIN_TAKEN under `domains` where one of them leads to another account. */
async function requireFree(db: Db, id: string, domains: readonly string[]): Promise<void> {
  const taken = await db
    .selectFrom('account_email_domain')
    .select('name')
    .where('name', 'in', [...domains])
    .where('account_id', '<>', id)
    .where('verified_at', 'is not', null)
    .orderBy('name')
    .executeTakeFirst();
  if (taken) throw fieldProblem('domains', { status: 'DOMAIN_TAKEN', params: { domain: taken.name } });
}

/** Throws CHANGED_MEANWHILE, with who and when, unless these are the domains that were read, or that is not said. */
async function requireAsRead(
  viewer: Viewer,
  tx: Db,
  account: Account,
  names: readonly string[],
  read: readonly string[] | undefined,
): Promise<void> {
  if (read === undefined) return;
  if (new Set(read).size === names.length && names.every((name) => read.includes(name))) return;
  // A domain that was taken away has no row that says who did it.
  const kinds = (await kindsOf(tx, { account: account.id })).filter(
    ({ resource_type, result }) => resource_type === 'EMAIL_DOMAIN' && result === 'success',
  );
  const newest = pageOfKeys(
    ofAccounts([{ id: account.id, since: null }], ofKinds(kinds)),
    { from: null, until: null, upwards: false },
    { limit: 1, offset: 0 },
  );
  const { rows } = await sql<{ at: Date; by: string | null }>`
    select e.at, ${savedByName(viewer, 'e', 'actor_id')} as by from audit_event e
    where e.id = any(${newest})`.execute(tx);
  const [last] = rows;
  throw changedMeanwhile(last ? { updated_at: storedDateTime(last.at), updated_by_name: last.by } : account);
}

type Save = EmailDomainsEdit & { first: boolean };

/**
 * Gives the account these domains: its first ones, or others. Throws 404, FORBIDDEN, CHANGED_MEANWHILE where they are
 * not as the caller has read them, DOMAINS_CONFIGURED for first ones where there are some, 404 for others where there
 * are none, and DOMAIN_TAKEN.
 */
export async function saveEmailDomains(
  viewer: Viewer,
  tx: Db,
  id: string,
  { domains, old_domains: read, first }: Save,
  now: Date,
): Promise<ChangedDomains> {
  const account = await editable(viewer, tx, id, now, true);
  const before = await rowsOf(tx, id);
  const names = before.map(({ name }) => name);
  await requireAsRead(viewer, tx, account, names, read);
  if (first && before.length > 0) throw new Problem('DOMAINS_CONFIGURED');
  if (!first && before.length === 0) throw notFound();
  await requireFree(tx, id, domains);
  const added = domains.filter((name) => !names.includes(name));
  const removed = names.filter((name) => !domains.includes(name));
  if (removed.length > 0)
    await tx.deleteFrom('account_email_domain').where('account_id', '=', id).where('name', 'in', removed).execute();
  if (added.length > 0)
    await tx
      .insertInto('account_email_domain')
      .values(
        added.map((name) => ({
          account_id: id,
          name,
          proof: randomBytes(20).toString('hex'),
          created_at: now,
          created_by: viewer.userId,
        })),
      )
      .execute();
  const after = await emailDomains(viewer, tx, id, now);
  const same = added.length + removed.length === 0;
  const event = {
    resource_id: id,
    resource_name: account.name,
    account_id: id,
    ...(first ? {} : { before: { domains: names } }),
    after: { domains: after.domains.map(({ name }) => name) },
  };
  return { after, event: same ? 'nothing' : event };
}

/**
 * Takes them all away. Throws 404, also where there are none, FORBIDDEN, and CHANGED_MEANWHILE where they are not as
 * read.
 */
export async function removeEmailDomains(
  viewer: Viewer,
  tx: Db,
  id: string,
  { old_domains, old_verified }: { old_domains?: readonly string[]; old_verified?: readonly string[] },
  now: Date,
): Promise<ChangeEvent> {
  const account = await editable(viewer, tx, id, now, true);
  const before = await rowsOf(tx, id);
  if (before.length === 0) throw notFound();
  const namesOf = (rows: readonly Row[]): string[] => rows.map(({ name }) => name);
  await requireAsRead(viewer, tx, account, namesOf(before), old_domains);
  // A proof that came meanwhile would have to be set in the DNS anew.
  const verified = before.filter(({ verified_at }) => verified_at !== null);
  await requireAsRead(viewer, tx, account, namesOf(verified), old_verified);
  await tx.deleteFrom('account_email_domain').where('account_id', '=', id).execute();
  return {
    resource_id: id,
    resource_name: account.name,
    account_id: id,
    before: { domains: before.map(({ name }) => name) },
  };
}

/** What is in the DNS to prove a domain of the account; null where it is verified already. Throws 404, FORBIDDEN. */
export async function awaitedProof(
  viewer: Viewer,
  db: Db,
  id: string,
  domain: string,
  now: Date,
): Promise<{ name: string; value: string } | null> {
  await editable(viewer, db, id, now);
  const row = (await rowsOf(db, id)).find(({ name }) => name === domain);
  if (!row) throw notFound();
  return row.verified_at ? null : proofRecord(domain, row.proof);
}

/**
 * From now on the domain leads to the account, if what proves it is still what was looked for (`record`): the DNS was
 * asked before the transaction. Throws 404, FORBIDDEN, DOMAIN_RECORD_MISSING where another proof is awaited by now, and
 * DOMAIN_TAKEN where another account was faster.
 */
export async function markVerified(
  viewer: Viewer,
  tx: Db,
  id: string,
  { domain, by, record }: { domain: string; by: 'dns' | 'administrator'; record: { value: string } | null },
  now: Date,
): Promise<ChangedDomains> {
  const account = await editable(viewer, tx, id, now, true);
  // Removed and added again meanwhile, it has another proof.
  const awaited = await awaitedProof(viewer, tx, id, domain, now);
  if (by === 'dns' && awaited && awaited.value !== record?.value)
    throw new Problem('DOMAIN_RECORD_MISSING', { params: { name: awaited.name } });
  await requireFree(tx, id, [domain]);
  const changed = await mark(tx, id, { domain, by }, now);
  const after = await emailDomains(viewer, tx, id, now);
  if (!after.domains.some(({ name }) => name === domain)) throw notFound();
  const event = {
    resource_id: id,
    resource_name: account.name,
    account_id: id,
    before: { domain, verified: false },
    after: { domain, verified: true, verified_by: by },
  };
  return { after, event: !changed ? 'nothing' : event };
}

/** False where it was verified already. */
async function mark(
  tx: Db,
  id: string,
  { domain, by }: { domain: string; by: 'dns' | 'administrator' },
  now: Date,
): Promise<boolean> {
  try {
    const { numUpdatedRows } = await tx
      .updateTable('account_email_domain')
      .set({ verified_at: now, verified_by: by })
      .where('account_id', '=', id)
      .where('name', '=', domain)
      .where('verified_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  } catch (error) {
    // Of two accounts at once the index lets one through.
    if (violatedIndex(error) !== 'account_email_domain_verified') throw error;
    throw fieldProblem('domains', { status: 'DOMAIN_TAKEN', params: { domain } });
  }
}
