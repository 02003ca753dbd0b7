import { ACCESS, allows } from '@signet/contract/access';
import {
  CLIENT_AUTH_CERTIFICATE,
  type CLIENT_AUTH_CERTIFICATE_SORT,
} from '@signet/contract/areas/client-auth-certificate-record';
import {
  whyNotDelete,
  whyNotEnable,
  whyNotRevoke,
  type CertificateSource,
  type ClientAuthRevocationReason,
} from '@signet/contract/areas/client-auth-certificate-rules';
import type {
  ClientAuthCertificate,
  ClientAuthCertificateList,
  ClientAuthCertificateQuery,
  ClientAuthCertificateWithChain,
} from '@signet/contract/areas/client-auth-certificates';
import { certificateStatus } from '@signet/contract/certificate-status';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { chainOf } from '../../authority/authority-store.ts';
import { endOthersOfKey, type EndedCertificate } from '../../authority/end-certificate-store.ts';
import {
  AUTHORITY_REVOKED_AT,
  lockToRevoke,
  revocationOf,
  revokeCertificate,
  type StoredRevocation,
} from '../../authority/revocation-store.ts';
import { cameWithAccount } from '../../db/authority-stands.ts';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { listPage, listQuery } from '../../db/list.ts';
import { PREPARED, type Db } from '../../db/open.ts';
import {
  auditSnapshot,
  changeRecord,
  deleteRecord,
  refuse,
  type Changed,
  type ChangeEvent,
  type Deleted,
  type RecordKind,
} from '../../db/record.ts';
import { savedByName } from '../../db/version.ts';
import { calledOf, readCredentialOwner, type AskedOwner, type CredentialOwner } from '../../people/owner-store.ts';
import { visibleCertificates } from '../../sight.ts';
import { toParsedCertificate } from '../../x509/parsed-certificate.ts';
import { pemOf } from '../../x509/pem.ts';
import { readCertificate } from '../../x509/read-certificate.ts';

/** One certificate and whose it must be. */
export type CertificatePlace = AskedOwner & { certId: string };
export type CertificateOf = ClientAuthCertificateWithChain & { owner: CredentialOwner };

type Row = Selected<typeof CLIENT_AUTH_CERTIFICATE, MemberName<typeof CLIENT_AUTH_CERTIFICATE>> &
  Pick<StoredRevocation, 'authority_revoked_at'> & {
    serial: Buffer;
    authority_id: string | null;
    moved: boolean;
    enrolled: boolean;
    created_by_name: string | null;
    updated_by_name: string | null;
  };
type WholeRow = Row & { certificate: Buffer };

const columnsFor = (viewer: Viewer): RawBuilder<unknown> => sql`
  ${selected('c', memberNames(CLIENT_AUTH_CERTIFICATE))}, c.serial, c.authority_id, ${AUTHORITY_REVOKED_AT},
  ${cameWithAccount('c')} as moved,
  exists (select from enrollment e where e.certificate_id = c.id)
    or exists (select from enrollment e where e.renews = c.id) as enrolled,
  ${savedByName(viewer, 'c', 'created_by')} as created_by_name, ${savedByName(viewer, 'c')} as updated_by_name`;

const JOINS = sql`left join certificate_authority ca on ca.id = c.authority_id`;

function sourceOf({ authority_id, moved }: Pick<Row, 'authority_id' | 'moved'>): CertificateSource {
  if (authority_id !== null) return 'issued';
  return moved ? 'moved' : 'uploaded';
}

function certificateOf(
  { serial, authority_id, moved, authority_revoked_at, ...stored }: Row,
  now: Date,
): ClientAuthCertificate {
  const row = { ...stored, ...revocationOf({ ...stored, authority_revoked_at }) };
  return {
    ...answered(row),
    serial: serial.toString('hex'),
    source: sourceOf({ authority_id, moved }),
    status: certificateStatus(row, now),
  };
}

const SORTS = {
  name: sql`c.name collate "und-x-icu"`,
  common_name: sql`c.common_name collate "und-x-icu"`,
  valid_to: sql`c.valid_to`,
  created_at: sql`c.created_at`,
} satisfies Record<(typeof CLIENT_AUTH_CERTIFICATE_SORT)[number], unknown>;

/** One page of somebody's certificates. Throws 404. */
export async function listCertificates(
  viewer: Viewer,
  db: Db,
  asked: AskedOwner,
  query: ClientAuthCertificateQuery,
  now: Date,
): Promise<ClientAuthCertificateList> {
  const owner = await readCredentialOwner(viewer, db, asked);
  const list = listQuery(
    {
      from: sql`certificate c`,
      id: sql`c.id`,
      columns: columnsFor(viewer),
      joins: JOINS,
      row: (row: Row) => certificateOf(row, now),
      visible: sql<boolean>`c.user_id = ${owner.id}`,
      filters: {},
      conditions: {},
      sorts: SORTS,
      defaultSort: 'valid_to:desc',
      ties: 'common_name',
      ownedByFew: true,
    },
    query,
  );
  return { ...(await listPage(db, query, list)), owner };
}

/** One certificate of somebody, as it reads; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readClientCertificate(
  viewer: Viewer,
  db: Db,
  { certId, ...asked }: CertificatePlace,
  { lock = false, now }: { lock?: boolean; now: Date },
): Promise<CertificateOf> {
  const owner = await readCredentialOwner(viewer, db, asked);
  const { rows } = await sql<WholeRow>`${PREPARED}
    select ${columnsFor(viewer)}, c.certificate from certificate c ${JOINS}
    where c.id = ${certId} and c.user_id = ${owner.id} and c.certificate is not null
    ${lock ? sql`for update of c` : sql``}`.execute(db);
  if (!rows[0]) throw notFound();
  const { certificate, ...row } = rows[0];
  const chain = row.authority_id === null ? [] : await chainOf(db, row.authority_id);
  return {
    ...certificateOf(row, now),
    owner,
    parsed: parsedOf(certificate, now),
    certificate: pemOf('CERTIFICATE', certificate),
    chain: chain.map((one) => pemOf('CERTIFICATE', one)),
    parsed_chain: chain.map((one) => parsedOf(one, now)),
  };
}

/** What is stored was read before. */
function parsedOf(der: Buffer, now: Date) {
  const read = readCertificate(der);
  if ('fault' in read) throw new Error(`A stored certificate can’t be read: ${read.fault}.`);
  return toParsedCertificate(read, now);
}

const KIND: RecordKind<'certificate', CertificatePlace, CertificateOf> = {
  table: 'certificate',
  columns: CLIENT_AUTH_CERTIFICATE,
  read: readClientCertificate,
  name: (one) => `${calledOf(one.owner)}/${one.name || one.common_name}`,
  account: (one) => one.owner.account_id,
};

const about = (one: CertificateOf): Pick<ChangeEvent, 'resource_id' | 'resource_name' | 'account_id'> => ({
  resource_id: one.id,
  resource_name: KIND.name(one),
  account_id: KIND.account(one),
});

/** The event of what another store has done to a certificate. */
export const eventOf = (sides: { before?: CertificateOf; after: CertificateOf }): ChangeEvent => ({
  ...about(sides.after),
  ...(sides.before ? { before: auditSnapshot(KIND, sides.before) } : {}),
  after: auditSnapshot(KIND, sides.after),
});

/** Enables or disables it. Throws 404, and why not. */
export const enableCertificate = (
  viewer: Viewer,
  tx: Db,
  place: CertificatePlace,
  enabled: boolean,
  now: Date,
): Promise<Changed<CertificateOf>> =>
  changeRecord(KIND, viewer, tx, place, {
    now,
    whyNot: (before) => before.owner.why_not_manage ?? whyNotEnable(before),
    set: () => ({ enabled }),
  });

/**
 * Revokes one that was issued here. `also`: what the audit log shall have of others of its key that ended with it.
 * Throws 404, and why not.
 */
export async function revokeClientCertificate(
  viewer: Viewer,
  tx: Db,
  place: CertificatePlace,
  reason: ClientAuthRevocationReason,
  now: Date,
): Promise<{ after: CertificateOf; event: ChangeEvent; also: EndedCertificate[] }> {
  await lockToRevoke(tx, place.certId, reason);
  const before = await readClientCertificate(viewer, tx, place, { lock: true, now });
  refuse(before.owner.why_not_manage ?? whyNotRevoke(before), about(before));
  await revokeCertificate(tx, before.id, { reason, by: viewer.userId }, now);
  const mayRevoke = allows(ACCESS.certificates.revoke, viewer);
  const among = mayRevoke ? visibleCertificates(viewer) : sql<boolean>`c.user_id = ${before.owner.id}`;
  const others = { among, by: viewer.userId };
  const also = reason === 'keyCompromise' ? await endOthersOfKey(tx, before.id, others, now) : [];
  const after = await readClientCertificate(viewer, tx, place, { now });
  return { after, event: eventOf({ before, after }), also };
}

/** Deletes one that was brought here. Throws 404, and why not. */
export const deleteCertificate = (
  viewer: Viewer,
  tx: Db,
  place: CertificatePlace,
  now: Date,
): Promise<Deleted<CertificateOf>> =>
  deleteRecord(KIND, viewer, tx, place, {
    now,
    whyNot: (before) => before.owner.why_not_manage ?? whyNotDelete(before),
  });
