import { CERTIFICATE_FILTERS, type CERTIFICATE_SORT } from '@signet/contract/areas/certificate-record';
import { whyNotRelease, whyNotRevoke, type GivenReason } from '@signet/contract/areas/certificate-rules';
import type {
  Certificate,
  CertificateExportQuery,
  CertificateListQuery,
  CertificateRow,
} from '@signet/contract/areas/certificates';
import { certificateStatus, type CertificateStatus } from '@signet/contract/certificate-status';
import { storedDateTime } from '@signet/contract/dates';
import type { FilterValues } from '@signet/contract/filter';
import type { ListOf } from '@signet/contract/paging';
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { notFound } from '@signet/contract/problem';
import type { KeyAttestation } from '@signet/contract/areas/key-attestation';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { chainOf } from '../../authority/authority-store.ts';
import type { StoredAttestation } from '../../authority/tables.ts';
import { endOthersOfKey, type EndedCertificate } from '../../authority/end-certificate-store.ts';
import {
  AUTHORITY_REVOKED_AT,
  lockToRevoke,
  releaseCertificate,
  revocationOf,
  revokeCertificate,
  revokedAuthorities,
  type StoredRevocation,
} from '../../authority/revocation-store.ts';
import type { Selection, Target } from '../../bulk/act.ts';
import { contains, everyRow, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { ListQuery } from '../../db/list-query.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { keptRows, keptRowsOf } from '../../db/row-count-store.ts';
import { savedByName } from '../../db/version.ts';
import { discount } from '../../license-ledger/counted.ts';
import { ownCertificates, visibleAccounts, visibleCertificates } from '../../sight.ts';
import { toParsedCertificate } from '../../x509/parsed-certificate.ts';
import { pemOf } from '../../x509/pem.ts';
import { readCertificate } from '../../x509/read-certificate.ts';

const DAY = 86_400_000;

type RowColumns = Omit<
  CertificateRow,
  | 'serial'
  | 'subject'
  | 'status'
  | 'why_not'
  | 'person'
  | 'valid_from'
  | 'valid_to'
  | 'created_at'
  | 'revoked_at'
  | 'revocation_reason'
> &
  StoredRevocation<NonNullable<CertificateRow['revocation_reason']>> & {
    serial: Buffer;
    subject_text: string;
    enabled: boolean;
    purposes: string[];
    valid_from: Date;
    valid_to: Date;
    created_at: Date;
    user_id: string | null;
    person_name: string | null;
    user_name: string | null;
    service_user: boolean | null;
  };
type OneColumns = RowColumns &
  Pick<Certificate, 'created_by_name' | 'revoked_by_name' | 'version'> & {
    certificate: Buffer | null;
    seat_id: string | null;
    seat_name: string | null;
    key_attestation: StoredAttestation | null;
  };

const COLUMNS = sql`c.id, c.serial, c.common_name, c.subject_text, c.email, c.key_type, c.valid_from, c.valid_to,
  c.created_at, c.revoked_at, c.revocation_reason, ${AUTHORITY_REVOKED_AT}, c.enabled, c.purposes, c.account_id,
  a.name as account_name, c.authority_id, ca.name as authority_name, p.name as profile_name, c.user_id,
  u.name as person_name, u.user_name, u.service_user`;
const JOINS = sql`left join account a on a.id = c.account_id
  left join certificate_authority ca on ca.id = c.authority_id
  left join certificate_profile p on p.id = c.profile_id
  left join app_user u on u.id = c.user_id`;

const SORTS = {
  created_at: sql`c.created_at`,
  valid_to: sql`c.valid_to`,
  common_name: sql`c.common_name collate "und-x-icu"`,
} satisfies Record<(typeof CERTIFICATE_SORT)[number], unknown>;

/** The octets of a serial number as people copy it; null for what is none. */
function serialOf(text: string): Buffer | null {
  const digits = text
    .replaceAll(/[\s:]/g, '')
    .replace(/^0x/i, '')
    .replace(/^0+(?=.)/, '');
  return /^[0-9a-f]{1,64}$/i.test(digits) ? Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex') : null;
}

/** As `certificateStatus` has it of what is stored of the certificate itself; the last second counts. */
const STATUS_CONDITIONS: Record<CertificateStatus, (now: Date) => RawBuilder<boolean>> = {
  issued: (now) => sql<boolean>`c.state = 'issued' and c.enabled and c.valid_to > ${lastMoment(now)}`,
  disabled: (now) => sql<boolean>`c.state = 'issued' and not c.enabled and c.valid_to > ${lastMoment(now)}`,
  expired: (now) => sql<boolean>`c.state = 'issued' and c.valid_to <= ${lastMoment(now)}`,
  revoked: () => sql<boolean>`c.state = 'revoked' and c.revocation_reason <> 'certificateHold'`,
  on_hold: () => sql<boolean>`c.state = 'revoked' and c.revocation_reason = 'certificateHold'`,
};
const lastMoment = (now: Date): Date => new Date(Math.floor(now.getTime() / 1000) * 1000 - 1);

/**
 * The same with those that fell with their authority. Their ids are named, so that it costs nothing where none was
 * revoked, and else is planned by what each has signed.
 */
function statusCondition(status: CertificateStatus, now: Date, fallen: readonly string[]): RawBuilder<boolean> {
  const itself = STATUS_CONDITIONS[status](now);
  if (fallen.length === 0) return itself;
  const fell = sql<boolean>`c.authority_id = any(${fallen}::uuid[])`;
  if (status === 'revoked') return sql<boolean>`(${itself} or ${fell})`;
  return sql<boolean>`${itself} and (${fell}) is not true`;
}

const conditionsAt = (now: Date, fallen: readonly string[]): FilterConditions<typeof CERTIFICATE_FILTERS> => ({
  name: (text) => contains(sql`c.subject_folded`, text),
  status: (status) => statusCondition(status, now, fallen),
  serial(text) {
    const serial = serialOf(text);
    return serial ? sql<boolean>`c.serial = ${serial}` : sql<boolean>`false`;
  },
  account_id: (id) => sql<boolean>`c.account_id = ${id}`,
  authority_id: (id) => sql<boolean>`c.authority_id = ${id}`,
  profile_id: (id) => sql<boolean>`c.profile_id = ${id}`,
  user_id: (id) => sql<boolean>`c.user_id = ${id}`,
  seat_id: (id) => sql<boolean>`c.seat_id = ${id}`,
  // By the last day, as `lastDayOf` has it: what ends with midnight is of the day before.
  ends_from: (day) => sql<boolean>`c.valid_to > ${new Date(`${day}T00:00:00Z`)}`,
  ends_to: (day) => sql<boolean>`c.valid_to <= ${new Date(Date.parse(`${day}T00:00:00Z`) + DAY)}`,
});

/** A row as it is answered. */
const rowAt =
  (viewer: Viewer, now: Date) =>
  ({ serial, subject_text, enabled, purposes, ...columns }: RowColumns): CertificateRow => {
    const { user_id, person_name, user_name, service_user, authority_revoked_at, ...stored } = columns;
    const row = { ...stored, ...revocationOf({ ...stored, authority_revoked_at }) };
    const status = certificateStatus({ ...row, enabled }, now);
    const judged = { status, authority_id: row.authority_id, purposes };
    return {
      ...row,
      serial: serial.toString('hex'),
      subject: subject_text,
      status,
      valid_from: storedDateTime(row.valid_from),
      valid_to: storedDateTime(row.valid_to),
      created_at: storedDateTime(row.created_at),
      revoked_at: row.revoked_at && storedDateTime(row.revoked_at),
      person:
        user_id === null
          ? null
          : { id: user_id, name: person_name ?? '', user_name: user_name ?? '', service_user: service_user ?? false },
      why_not: { revoke: whyNotRevoke(viewer, judged), release: whyNotRelease(viewer, judged) },
    };
  };

async function certificateList(
  viewer: Viewer,
  db: Db,
  query: CertificateExportQuery,
  now: Date,
): Promise<ListQuery<RowColumns, CertificateRow>> {
  const fallen = query.status === undefined ? [] : await revokedAuthorities(db);
  return listQuery(
    {
      from: sql`certificate c`,
      id: sql`c.id`,
      columns: COLUMNS,
      joins: JOINS,
      row: rowAt(viewer, now),
      visible: visibleCertificates(viewer),
      kept: keptRows('certificate', viewer, (alias) => ownCertificates(viewer, alias)),
      keptOf: (id) => keptRowsOf('certificate', id, (alias) => visibleAccounts(viewer, alias)),
      filters: CERTIFICATE_FILTERS,
      conditions: conditionsAt(now, fallen),
      sorts: SORTS,
      defaultSort: 'created_at:desc',
      ties: 'common_name',
      owners:
        viewer.scope === 'account'
          ? [...new Set(viewer.accountIds)].map((id) => sql<boolean>`c.account_id = ${id}`)
          : [],
    },
    query,
  );
}

/** One page of the certificates a viewer may see. */
export const listCertificates = async (
  viewer: Viewer,
  db: Db,
  query: CertificateListQuery,
  now: Date,
): Promise<ListOf<CertificateRow>> => listPage(db, query, await certificateList(viewer, db, query, now));

/** All of them that match, in batches. */
export async function* everyCertificate(
  viewer: Viewer,
  db: Db,
  query: CertificateExportQuery,
  now: Date,
): AsyncGenerator<CertificateRow[]> {
  yield* everyRow(db, await certificateList(viewer, db, query, now));
}

/** A certificate among those that are to be revoked. */
export type CertificateTarget = Target & Pick<CertificateRow, 'status' | 'authority_id'> & { purposes: string[] };

/**
 * The chosen certificates as the list would show them, by name, at most `most`. The name is followed by the serial
 * number: several certificates of one name are common, and a plan shows nothing else by which they can be told apart.
 */
export async function certificateTargets(
  viewer: Viewer,
  db: Db,
  { ids, filters = {} }: Selection<FilterValues<typeof CERTIFICATE_FILTERS>>,
  most: number,
  now: Date,
): Promise<CertificateTarget[]> {
  const asked: CertificateExportQuery = { ...filters, sort: ['common_name:asc'], id: ids && [...ids] };
  const list = await certificateList(viewer, db, asked, now);
  const { rows } = await sql<RowColumns & { version: number }>`
    select c.version, ${COLUMNS} from ${list.from} ${JOINS} where ${list.where} order by ${list.order}
    limit ${most}`.execute(db);
  return rows.map(({ id, common_name, subject_text, version, authority_id, purposes, ...row }) => ({
    id,
    name: `${common_name || subject_text} (${row.serial.toString('hex')})`,
    version,
    authority_id,
    purposes,
    status: certificateStatus({ ...row, ...revocationOf(row) }, now),
  }));
}

/** What is read of a certificate; null where it can't be, as of one that was stored by an older version. */
function parsedOf(der: Buffer, now: Date): ParsedCertificate | null {
  const read = readCertificate(der);
  return 'fault' in read ? null : toParsedCertificate(read, now);
}

/** One certificate with the authorities above it; with `lock` it stays until the transaction ends. Throws 404. */
export async function readCertificateRecord(
  viewer: Viewer,
  db: Db,
  id: string,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<Certificate> {
  const { rows } = await sql<OneColumns>`${PREPARED}
    select ${COLUMNS}, c.version, c.certificate, c.seat_id, s.name as seat_name, c.key_attestation,
      ${savedByName(viewer, 'c', 'created_by')} as created_by_name,
      ${savedByName(viewer, 'c', 'revoked_by')} as revoked_by_name
    from certificate c ${JOINS} left join seat s on s.id = c.seat_id
    where c.id = ${id} and ${visibleCertificates(viewer)} ${lock ? sql`for update of c` : sql``}`.execute(db);
  const one = rows[0];
  if (!one) throw notFound();
  const { certificate: der, seat_id, seat_name, version, key_attestation, ...rest } = one;
  const { created_by_name, revoked_by_name, ...row } = rest;
  const above = one.authority_id === null ? [] : await chainOf(db, one.authority_id);
  return {
    ...rowAt(viewer, now)(row),
    version,
    created_by_name,
    revoked_by_name,
    seat: seat_id === null ? null : { id: seat_id, name: seat_name ?? '' },
    key_attestation: key_attestation && said(key_attestation),
    parsed: der && parsedOf(der, now),
    pem: der && pemOf('CERTIFICATE', der),
    chain: above.flatMap((each) => {
      const parsed = parsedOf(each, now);
      return parsed ? [{ parsed, pem: pemOf('CERTIFICATE', each) }] : [];
    }),
  };
}

/** What was attested, without the certificates that prove it. */
function said({ certificates: _certificates, ...attestation }: StoredAttestation): KeyAttestation {
  return attestation;
}

/** What the audit log keeps of a change. */
const about = (one: Certificate): Pick<ChangeEvent, 'resource_id' | 'resource_name' | 'account_id'> => ({
  resource_id: one.id,
  resource_name: one.common_name || one.subject,
  account_id: one.account_id,
});

const eventOf = (before: Certificate, after: Certificate): ChangeEvent => ({
  ...about(after),
  before: { status: before.status, revocation_reason: before.revocation_reason, serial: before.serial },
  after: { status: after.status, revocation_reason: after.revocation_reason, serial: after.serial },
});

/** What the rule admits is done: else an event would tell of what never was. */
function requireDone(isDone: boolean, id: string): void {
  if (!isDone) throw new Error(`Certificate ${id} was judged otherwise than it is stored.`);
}

export type CertificateChange = { after: Certificate; event: ChangeEvent };

/**
 * Revokes a certificate, or puts it on hold. `also`: what the audit log shall have of others of its key that ended with
 * it. Throws 404 and the reason of the rule.
 */
export async function revokeOne(
  viewer: Viewer,
  tx: Db,
  id: string,
  reason: GivenReason,
  now: Date,
): Promise<CertificateChange & { also: EndedCertificate[] }> {
  await lockToRevoke(tx, id, reason);
  const before = await readCertificateRecord(viewer, tx, id, { now, lock: true });
  refuse(whyNotRevoke(viewer, { ...before, purposes: before.parsed?.purposes ?? [] }, reason), about(before));
  requireDone(await revokeCertificate(tx, id, { reason, by: viewer.userId }, now), id);
  // On hold it may be good again, and goes on counting.
  if (reason !== 'certificateHold') await discount(tx, { kind: 'certificate', id }, now);
  const others = { among: visibleCertificates(viewer), by: viewer.userId };
  const also = reason === 'keyCompromise' ? await endOthersOfKey(tx, id, others, now) : [];
  const after = await readCertificateRecord(viewer, tx, id, { now });
  return { after, event: eventOf(before, after), also };
}

/** Ends a hold. Throws 404 and the reason of the rule. */
export async function releaseOne(viewer: Viewer, tx: Db, id: string, now: Date): Promise<CertificateChange> {
  const before = await readCertificateRecord(viewer, tx, id, { now, lock: true });
  refuse(whyNotRelease(viewer, { ...before, purposes: before.parsed?.purposes ?? [] }), about(before));
  requireDone(await releaseCertificate(tx, id, viewer.userId, now), id);
  const after = await readCertificateRecord(viewer, tx, id, { now });
  return { after, event: eventOf(before, after) };
}
