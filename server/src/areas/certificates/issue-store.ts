/** Certificates for seats: what is certified is said by seat, template and profile, and never by the request. */
import type { SeatType } from '@signet/contract/areas/seat-record';
import { commonNameOf } from '@signet/contract/areas/seat-rules';
import { fieldProblem, Problem } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { authorityFor } from '../../authority/authority-store.ts';
import { issue } from '../../authority/issue.ts';
import { profileToIssue } from '../../authority/profile-store.ts';
import { orRefused } from '../../authority/refusals.ts';
import { requestFrom } from '../../authority/request.ts';
import type { Db } from '../../db/open.ts';
import { count } from '../../license-ledger/counted.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { visibleSeats, visibleShared } from '../../sight.ts';
import { whyNotComponent, NAME_COMPONENTS, type NameComponents } from '../../x509/distinguished-name.ts';
import type { AlternativeNames } from '../../x509/extensions.ts';
import { readCertificateRecord, type CertificateChange } from './store.ts';

export type SeatOrder = { seat_id: string; template_id: string; csr: string };

type SeatRow = { id: string; account_id: string; type: SeatType; name: string; identifier: string };
type TemplateRow = {
  id: string;
  account_id: string | null;
  profile_id: string;
  authority_id: string | null;
  seat_types: string[];
  organization: string;
  organizational_unit: string;
  locality: string;
  state: string;
  country: string;
};

/** The seat, which stays until the transaction ends. Throws 404 under its field. */
async function seatOf(viewer: Viewer, tx: Db, id: string): Promise<SeatRow> {
  const { rows } = await sql<SeatRow>`select s.id, s.account_id, s.type, s.name, s.identifier from seat s
    where s.id = ${id} and ${visibleSeats(viewer)} for share`.execute(tx);
  if (!rows[0]) throw fieldProblem('seat_id', { status: 'NOT_FOUND' });
  return rows[0];
}

/** A template that the account of a seat may use. Throws 404 under its field, and that it is for other seats. */
async function templateOf(viewer: Viewer, tx: Db, id: string, seat: SeatRow): Promise<TemplateRow> {
  const { rows } = await sql<TemplateRow>`
    select t.id, t.account_id, t.profile_id, t.authority_id, t.seat_types, t.organization, t.organizational_unit,
      t.locality, t.state, t.country
    from certificate_template t join certificate_profile p on p.id = t.profile_id
    where t.id = ${id} and t.archived_at is null and p.archived_at is null and p.cert_type = 'end_entity'
      and (t.account_id is null or t.account_id = ${seat.account_id})
      and ${visibleShared(viewer, 't', sql`p.cert_type`)}`.execute(tx);
  const template = rows[0];
  if (!template) throw fieldProblem('template_id', { status: 'NOT_FOUND' });
  if (!template.seat_types.includes(seat.type)) throw fieldProblem('template_id', { status: 'TEMPLATE_NOT_FOR_SEAT' });
  return template;
}

/** Who it names. */
function subjectOf(seat: SeatRow, template: TemplateRow): NameComponents & { common_name: string } {
  const given = NAME_COMPONENTS.flatMap((component) => {
    const value = component === 'common_name' || component === 'email' ? '' : template[component];
    return value === '' ? [] : [[component, value] as const];
  });
  const organization = seat.type === 'organization' ? { organization: seat.name } : {};
  return { ...Object.fromEntries(given), ...organization, common_name: commonNameOf(seat) };
}

/** Other names, by which programs know it (RFC 5280, 4.2.1.6). */
function namesOf({ type, identifier }: SeatRow): AlternativeNames {
  if (type === 'user') return { emails: [identifier] };
  return type === 'server' ? { hosts: [identifier.toLowerCase()] } : {};
}

/** Throws that the seat can't stand in a certificate, with the rule that is broken. */
function requireComponents(subject: NameComponents): void {
  for (const component of NAME_COMPONENTS) {
    const value = subject[component];
    const fault = value === undefined ? null : whyNotComponent(component, value);
    if (fault)
      throw fieldProblem('seat_id', { status: 'SEAT_NOT_CERTIFIABLE', params: { rule: `${component}: ${fault}` } });
  }
}

/**
 * Issues a certificate for a seat and counts it against the license of its account. Throws what is wrong under its
 * field, LICENSE_USED_UP, and CERTIFICATE_AUTHORITY_UNAVAILABLE where no authority can.
 */
export async function issueForSeat(
  runtime: Pick<Runtime, 'aside' | 'keys' | 'publicUrl' | 'log'>,
  viewer: Viewer,
  tx: Db,
  { seat_id, template_id, csr }: SeatOrder,
  now: Date,
): Promise<CertificateChange> {
  const seat = await seatOf(viewer, tx, seat_id);
  const template = await templateOf(viewer, tx, template_id, seat);
  const { publicKey, keyType } = requestFrom(csr);
  const profile = await profileToIssue(tx, template.profile_id);
  if (!profile) throw fieldProblem('template_id', { status: 'NOT_FOUND' });
  if (!profile.keyTypes.includes(keyType))
    throw fieldProblem('csr', { status: 'KEY_NOT_OF_PROFILE', params: { accepted: profile.keyTypes.join(', ') } });
  const subject = subjectOf(seat, template);
  requireComponents(subject);
  const authorityId = template.authority_id ?? (await authorityFor(tx, seat.account_id, now));
  if (authorityId === null) throw new Problem('CERTIFICATE_AUTHORITY_UNAVAILABLE');
  // Before anything is signed: what is signed and then refused would have to be revoked.
  const id = newId();
  await count(tx, { kind: 'certificate', id, account: seat.account_id }, now);
  const order = {
    id,
    profile,
    subject,
    names: namesOf(seat),
    publicKey,
    keyType,
    belongsTo: { accountId: seat.account_id },
    by: viewer.userId,
  };
  await orRefused(runtime, 'seat_id', () => issue(runtime, tx, authorityId, order, now));
  await tx
    .updateTable('certificate')
    .set({ seat_id: seat.id, template_id: template.id })
    .where('id', '=', id)
    .execute();
  const after = await readCertificateRecord(viewer, tx, id, { now });
  const event = {
    resource_id: id,
    resource_name: after.common_name,
    account_id: seat.account_id,
    after: { status: after.status, serial: after.serial, subject: after.subject, seat_id: seat.id, template_id },
  };
  return { after, event };
}
