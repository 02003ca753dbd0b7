/** Reads the metadata of providers again from their addresses, so that new certificates are there before they sign. */
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import { BY_SYSTEM, recordAudit } from '../audit/record.ts';
import { hasCome } from '../db/has-come.ts';
import type { Db } from '../db/open.ts';
import { isUnconfirmed } from '../db/unconfirmed.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { providerCertificates, replaceCertificates, type ProviderCertificate } from '../sign-in/saml/config-store.ts';
import { fetchMetadata } from '../sign-in/saml/fetch-metadata.ts';
import { certificatesOf, whyNoneCounts } from '../sign-in/saml/kept-certificate.ts';
import { lastSaid, readFreshMetadata, readMetadata, type ProviderMetadata } from '../sign-in/saml/metadata.ts';
import { rolledOver } from './rollover.ts';

const HOUR = 3_600_000;
/** No look is put off for so long, in milliseconds. */
const FARTHEST = (LIMITS.samlRefreshHoursMost + 1) * HOUR;
/** How many are claimed at once and asked beside each other, and how many portions one run takes. */
const PORTION = 4;
const PORTIONS = 25;

/** What stands of looks at an address before there was one. */
export const UNREFRESHED = {
  refreshed_at: null,
  refresh_failures: 0,
  refresh_fault: null,
  offered_metadata: null,
  offered_at: null,
  offer_declined: false,
} as const;

/**
 * When to look again, after so many failures in a row. Metadata may ask for it sooner (`cacheSeconds`), an hour being
 * the least.
 */
export function nextRefresh(now: Date, failures: number, cacheSeconds: number | null = null): Date {
  const most = Math.min(LIMITS.samlRefreshHours * 2 ** failures, LIMITS.samlRefreshHoursMost) * HOUR;
  const asked = failures > 0 || cacheSeconds === null ? most : Math.max(HOUR, cacheSeconds * 1000);
  return new Date(now.getTime() + Math.min(most, asked));
}

/** The columns for the end of metadata. Where the end changed: since when it is this one, and no reminder sent yet. */
export const validityAfter = (before: Date | null, after: Date | null, now: Date) =>
  before?.getTime() === after?.getTime()
    ? { valid_until: after }
    : { valid_until: after, validity_came_at: now, reminded_days: null };

type Claimed = { account_id: string; metadata_url: string; version: number; refresh_failures: number };

/**
 * Looks at the addresses that are due; answers how many, and how many of them failed. Safe to run at any time, in
 * several processes at once: who claims one sets when it is due again, so that a process that ends leaves none behind.
 */
export async function refreshMetadata(runtime: Runtime): Promise<{ looked: number; failed: number }> {
  let [looked, failed] = [0, 0];
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    const claimed = await claim(runtime);
    const outcomes = await Promise.all(claimed.map((one) => refresh(runtime, one)));
    looked += claimed.length;
    failed += outcomes.filter((well) => !well).length;
    if (claimed.length < PORTION) break;
  }
  return { looked, failed };
}

async function claim({ db, clock }: Runtime): Promise<Claimed[]> {
  const now = clock.now();
  const { rows } = await sql<Claimed>`
    update saml_config c set refresh_at = ${nextRefresh(now, 0)}
    where c.account_id in (
      select o.account_id from saml_config o join account a on a.id = o.account_id
      where o.metadata_url is not null and a.deleted_at is null and not ${isUnconfirmed('a')}
        and (o.refresh_at is null or ${hasCome(sql.ref('o.refresh_at'), now, FARTHEST)})
      order by o.refresh_at nulls first, o.account_id limit ${PORTION} for update of o skip locked)
    returning c.account_id, c.metadata_url, c.version, c.refresh_failures`.execute(db);
  return rows;
}

/** Asks without a connection to the database, and writes what came of it. Answers whether the metadata was good. */
async function refresh(runtime: Runtime, claimed: Claimed): Promise<boolean> {
  const fetched = await fetchMetadata(claimed.metadata_url, runtime.config.OWN_NETWORK_PROVIDERS);
  return runtime.db.transaction().execute(async (tx) => {
    const now = runtime.clock.now();
    const row = await tx
      .selectFrom('saml_config')
      .selectAll()
      .where('account_id', '=', claimed.account_id)
      .where('metadata_url', '=', claimed.metadata_url)
      .where('version', '=', claimed.version)
      .forUpdate()
      .executeTakeFirst();
    // Somebody has saved it meanwhile: theirs is newer.
    if (!row) return true;
    const { fault, cacheSeconds } =
      'fault' in fetched
        ? { fault: fetched.fault, cacheSeconds: null }
        : await take(runtime, tx, row, fetched.metadata, now);
    const failures = fault === null ? 0 : row.refresh_failures + 1;
    const outcome = fault === null ? { refreshed_at: now } : {};
    await tx
      .updateTable('saml_config')
      .set({
        ...outcome,
        refresh_failures: failures,
        refresh_fault: fault,
        refresh_at: nextRefresh(now, failures, cacheSeconds),
      })
      .where('account_id', '=', row.account_id)
      .execute();
    return fault === null;
  });
}

type Row = {
  account_id: string;
  id: string;
  entity_id: string;
  sign_on_address: string;
  metadata: string;
  valid_until: Date | null;
  offered_metadata: string | null;
  version: number;
};

/** `fault`: what is wrong with the metadata, null for nothing; `cacheSeconds`: how soon it asks to be read again. */
type Taken = { fault: string | null; cacheSeconds: number | null };

/** Takes over certificates, and offers the rest. */
async function take(runtime: Runtime, tx: Db, row: Row, metadata: string, now: Date): Promise<Taken> {
  const read = readFreshMetadata(metadata, now);
  if ('fault' in read) return { fault: read.fault, cacheSeconds: null };
  const after = certificatesOf(read.certificates);
  // Another provider's certificates are none of this one's.
  const isOther = read.entityId !== row.entity_id;
  const isOffer = isOther || read.signOnAddress !== row.sign_on_address;
  const stored = await providerCertificates(tx, row.account_id);
  const was = readMetadata(row.metadata);
  const last = lastSaid(row);
  const before = 'fault' in last ? [] : certificatesOf(last.certificates);
  const rolled = isOther ? stored : rolledOver(stored, before, after, now);
  if (rolled === null) return { fault: whyNoneCounts(read.certificates), cacheSeconds: null };
  const isRolled = shown(stored) !== shown(rolled);
  if (isRolled) await replaceCertificates(tx, row.account_id, stored, rolled, now);
  const known = row.offered_metadata === null ? null : readMetadata(row.offered_metadata);
  const isKnown =
    known !== null &&
    !('fault' in known) &&
    known.entityId === read.entityId &&
    known.signOnAddress === read.signOnAddress;
  const offer = isOffer
    ? { offered_metadata: metadata, ...(isKnown ? {} : { offered_at: now, offer_declined: false }) }
    : {
        offered_metadata: null,
        offered_at: null,
        offer_declined: false,
        metadata,
        sign_on_binding: read.signOnBinding,
        ...validityAfter(row.valid_until, read.validUntil, now),
      };
  const isOtherText = !isOffer && metadata !== row.metadata;
  // A form that was opened before knows nothing of it, and would put back what was there.
  const stamps = isRolled || isOtherText ? { version: row.version + 1, updated_at: now, updated_by: null } : {};
  await tx
    .updateTable('saml_config')
    .set({ ...offer, ...stamps })
    .where('account_id', '=', row.account_id)
    .execute();
  const isNewOffer = isOffer && !isKnown;
  const waysBefore = 'fault' in was ? { logout: null } : waysOf(was);
  const isMoved = !isOffer && JSON.stringify(waysBefore) !== JSON.stringify(waysOf(read));
  if (isRolled || isNewOffer || isMoved)
    await tell(runtime, tx, row, now, {
      before: { certificates: statesOf(stored), ...(isMoved ? waysBefore : {}) },
      after: {
        certificates: statesOf(rolled),
        ...(isMoved ? waysOf(read) : {}),
        ...(isNewOffer ? { offered: { entity_id: read.entityId, sign_on_address: read.signOnAddress } } : {}),
      },
    });
  return { fault: null, cacheSeconds: read.cacheSeconds };
}

/** How people get to the provider, besides the address where they sign in. */
const waysOf = ({ signOnBinding, logout }: ProviderMetadata) => ({ sign_on_binding: signOnBinding, logout });

const statesOf = (certificates: readonly ProviderCertificate[]) =>
  certificates
    .map(({ thumb_print, state }) => ({ thumb_print, state }))
    .toSorted((one, other) => one.thumb_print.localeCompare(other.thumb_print));
const shown = (certificates: readonly ProviderCertificate[]): string => JSON.stringify(statesOf(certificates));

/** The platform did it by itself. */
function tell(
  runtime: Runtime,
  tx: Db,
  { account_id, id, entity_id }: Row,
  now: Date,
  change: { before: object; after: object },
): Promise<void> {
  return recordAudit(
    tx,
    {
      id: newId(),
      at: now,
      action: 'UPDATE',
      resource_type: 'SAML2_CONFIG',
      resource_id: id,
      resource_name: entity_id,
      account_id,
      ...BY_SYSTEM,
      result: 'success',
      message: null,
      ...change,
    },
    runtime,
  );
}
