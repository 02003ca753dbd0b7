/** Making, renewing, retiring and revoking authorities. */
import type { Authority, authorityCreate, authorityRenew } from '@signet/contract/areas/certificate-authorities';
import {
  whyNotPublishList,
  whyNotRenewAuthority,
  whyNotRetireAuthority,
  whyNotRevokeAuthority,
  type AUTHORITY_REVOCATION_REASONS,
} from '@signet/contract/areas/certificate-authority-rules';
import { fieldProblem, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import { activeInPlaceOf } from '../../authority/authority-store.ts';
import { publishListIn } from '../../authority/list-store.ts';
import { makeAuthority, type NewAuthority } from '../../authority/new-authority-store.ts';
import { orRefused } from '../../authority/refusals.ts';
import { revokeAuthority } from '../../authority/revocation-store.ts';
import { askToTend } from '../../authority/tend-job-store.ts';
import type { Db } from '../../db/open.ts';
import { refuse } from '../../db/record.ts';
import { requireConfirmed } from '../../db/unconfirmed.ts';
import { requireVersion } from '../../db/version.ts';
import { violatedIndex } from '../../db/violation.ts';
import type { AuditDetail } from '../../http/handler.ts';
import { count, countInPlaceOf, discount, roomFor } from '../../license-ledger/counted.ts';
import type { Runtime } from '../../runtime.ts';
import { visibleAccounts } from '../../sight.ts';
import { whyNotComponents } from '../../x509/distinguished-name.ts';
import { readAuthority } from './store.ts';

type Changed = { after: Authority; event: AuditDetail };
type Renewal = z.output<typeof authorityRenew>;

/** What the audit log keeps of an authority. */
const snapshotOf = (one: Authority) => ({
  name: one.name,
  kind: one.kind,
  state: one.state,
  subject: one.certificate.subject.distinguishedName,
  key_type: one.key_type,
  key_location: one.key_location,
  valid_to: one.valid_to,
  fingerprint: one.certificate.fingerprints.sha256,
  replaces: one.replaces?.name ?? null,
});

const about = (one: Authority) => ({ resource_id: one.id, resource_name: one.name, account_id: one.account_id });

const eventOf = (before: Authority | null, after: Authority): AuditDetail => ({
  ...about(after),
  ...(before ? { before: snapshotOf(before) } : {}),
  after: snapshotOf(after),
});

/** Makes it, and says what is wrong under its field. */
async function make(runtime: Runtime, tx: Db, wanted: NewAuthority, now: Date): Promise<string> {
  const { rows } = await sql`select from certificate_authority ca
    where ca.account_id is not distinct from ${wanted.accountId} and lower(ca.name) = lower(${wanted.name})
      and ca.state in ('active', 'retired')`.execute(tx);
  if (rows.length > 0) throw fieldProblem('name', { status: 'AUTHORITY_NAME_EXISTS' });
  // Before a key is made, which a module keeps for ever.
  const wrong = whyNotComponents(wanted.subject);
  if (wrong) {
    const why = `${wrong.fault} (RFC 5280, A.1)`;
    throw fieldProblem(wrong.component, { status: 'NOT_CERTIFIABLE', params: { why } });
  }
  try {
    return await orRefused(runtime, 'common_name', () => makeAuthority(runtime, tx, wanted, now));
  } catch (error) {
    if (violatedIndex(error) === 'certificate_authority_name')
      throw fieldProblem('name', { status: 'AUTHORITY_NAME_EXISTS' });
    throw error;
  }
}

/**
 * Makes an authority of an account below the platform's root. Throws under `account_id` NOT_FOUND for what is not seen
 * and MIGRATION_UNCONFIRMED, under `name` one that is taken, NO_ROOT_AUTHORITY, and what leaves no room for another.
 */
export async function createAuthority(
  viewer: Viewer,
  tx: Db,
  body: z.output<typeof authorityCreate>,
  { runtime, now }: { runtime: Runtime; now: Date },
): Promise<Changed> {
  const { account_id: accountId, name, common_name, organization, country, key_type: keyType } = body;
  const { rows: accounts } = await sql`select from account a
    where a.id = ${accountId} and a.deleted_at is null and not a.system_account and ${visibleAccounts(viewer)}
    for share`.execute(tx);
  if (accounts.length === 0) throw fieldProblem('account_id', { status: 'NOT_FOUND' });
  await requireConfirmed(tx, accountId, 'account_id');
  const { rows: roots } = await sql<{ id: string }>`select id from certificate_authority
    where account_id is null and issuer_id is null and state = 'active' and valid_to > ${now}
    order by created_at desc limit 1`.execute(tx);
  if (!roots[0]) throw new Problem('NO_ROOT_AUTHORITY');
  // Before a key is made that nobody would need.
  refuse((await roomFor(tx, 'certificate_authority', [accountId]))(accountId));
  const subject = { common_name, ...(organization ? { organization } : {}), ...(country ? { country } : {}) };
  const by = viewer.userId;
  const id = await make(runtime, tx, { name, subject, keyType, issuerId: roots[0].id, accountId, by }, now);
  await count(tx, { kind: 'certificate_authority', id, account: accountId }, now);
  const after = await readAuthority(viewer, tx, id, { now, pkiUrl: runtime.pkiUrl });
  return { after, event: eventOf(null, after) };
}

type Act = { runtime: Runtime; now: Date; version: number | undefined };

/**
 * The authority as it is, held until the transaction ends, with its account: the deletion of that takes the two in this
 * order, and what is committed aside for the next authority waits for that account too, where no database sees it.
 */
async function lockAuthority(viewer: Viewer, tx: Db, id: string, { runtime, now, version }: Act): Promise<Authority> {
  await sql`select from account where id = (select account_id from certificate_authority where id = ${id})
    for key share`.execute(tx);
  const before = await readAuthority(viewer, tx, id, { now, pkiUrl: runtime.pkiUrl, lock: true });
  requireVersion(before, version, about(before));
  return before;
}

/** The subject of an authority again, with another common name. */
function subjectOf({ certificate: { subject } }: Authority, common_name: string): NewAuthority['subject'] {
  const { organizationalUnit, organization, locality, state, country } = subject;
  const parts = { organizational_unit: organizationalUnit, organization, locality, state, country };
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== null);
  return { ...Object.fromEntries(given), common_name };
}

/** Makes a new authority in the place of one that is in use, which is retired: `retired` tells of that. */
export async function renewAuthority(
  viewer: Viewer,
  tx: Db,
  id: string,
  { name, common_name, key_type: keyType }: Renewal,
  act: Act,
): Promise<Changed & { retired: AuditDetail }> {
  const { runtime, now } = act;
  const before = await lockAuthority(viewer, tx, id, act);
  refuse(whyNotRenewAuthority(viewer, before), about(before));
  const issuerId = before.issuer_id && (await activeIssuer(tx, before.issuer_id, now));
  const subject = subjectOf(before, common_name);
  const accountId = before.account_id;
  const wanted = { name, subject, keyType, issuerId, accountId, replacesId: id, by: viewer.userId };
  const nextId = await make(runtime, tx, wanted, now);
  if (accountId !== null)
    await countInPlaceOf(tx, { kind: 'certificate_authority', id: nextId, account: accountId }, [id], now);
  const after = await readAuthority(viewer, tx, nextId, { now, pkiUrl: runtime.pkiUrl });
  const old = await readAuthority(viewer, tx, id, { now, pkiUrl: runtime.pkiUrl });
  return { after, event: eventOf(null, after), retired: eventOf(before, old) };
}

/** Who signs the next one: who signed the last, or what has taken its place since. Throws NO_ROOT_AUTHORITY. */
async function activeIssuer(tx: Db, issuerId: string, now: Date): Promise<string> {
  const active = await activeInPlaceOf(tx, issuerId, now);
  if (active === null) throw new Problem('NO_ROOT_AUTHORITY');
  return active;
}

/** Lets an account's authority sign no certificates any more. */
export async function retireAuthority(viewer: Viewer, tx: Db, id: string, act: Act): Promise<Changed> {
  const { runtime, now } = act;
  const before = await lockAuthority(viewer, tx, id, act);
  refuse(whyNotRetireAuthority(viewer, before), about(before));
  await sql`update certificate_authority set state = 'retired', version = version + 1, updated_at = ${now},
    updated_by = ${viewer.userId} where id = ${id}`.execute(tx);
  await discount(tx, { kind: 'certificate_authority', id }, now);
  const after = await readAuthority(viewer, tx, id, { now, pkiUrl: runtime.pkiUrl });
  return { after, event: eventOf(before, after) };
}

/** Signs a new list of an authority's revoked certificates at once. */
export async function publishOneList(viewer: Viewer, tx: Db, id: string, act: Act): Promise<Changed> {
  const { runtime, now } = act;
  const before = await lockAuthority(viewer, tx, id, act);
  refuse(whyNotPublishList(viewer, before, before.certificate.isValid), about(before));
  await orRefused(runtime, null, () => publishListIn(runtime, tx, id, now));
  const after = await readAuthority(viewer, tx, id, { now, pkiUrl: runtime.pkiUrl });
  const withList = (one: Authority) => ({ ...snapshotOf(one), revocation_list_number: one.list?.number ?? null });
  return { after, event: { ...eventOf(before, after), before: withList(before), after: withList(after) } };
}

/** Revokes an authority: nothing that it signed is good any more. */
export async function revokeOneAuthority(
  viewer: Viewer,
  tx: Db,
  id: string,
  reason: (typeof AUTHORITY_REVOCATION_REASONS)[number],
  act: Act,
): Promise<Changed> {
  const { runtime, now } = act;
  const before = await lockAuthority(viewer, tx, id, act);
  refuse(whyNotRevokeAuthority(viewer, before), about(before));
  await revokeAuthority(tx, id, { reason, by: viewer.userId }, now);
  // There may be very many certificates below it: a job gives back what they use of licenses.
  await askToTend(tx);
  await discount(tx, { kind: 'certificate_authority', id }, now);
  const after = await readAuthority(viewer, tx, id, { now, pkiUrl: runtime.pkiUrl });
  const event = eventOf(before, after);
  return { after, event: { ...event, after: { ...snapshotOf(after), revocation_reason: reason } } };
}
