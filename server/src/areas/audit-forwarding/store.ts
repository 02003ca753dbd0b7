/** The receivers of the audit log's events. They are the platform's: the endpoints admit system scope alone. */
import {
  AUDIT_RECEIVER,
  RECEIVER_FILTERS,
  type DeliveryFailure,
  type RECEIVER_SORT,
} from '@signet/contract/areas/audit-receiver-record';
import type { AuditReceiver, Delivery, ReceiverListQuery } from '@signet/contract/areas/audit-forwarding';
import { storedDateTime, storedDateTimeOrNull } from '@signet/contract/dates';
import type { ListOf } from '@signet/contract/paging';
import { notFound } from '@signet/contract/problem';
import { memberNames, type MemberName } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { X509Certificate } from 'node:crypto';
import { answered, selected, type Selected } from '../../db/columns.ts';
import { contains, listPage, listQuery, type FilterConditions } from '../../db/list.ts';
import type { Db } from '../../db/open.ts';
import { savedByName } from '../../db/version.ts';
import { readCertificate } from '../../x509/read-certificate.ts';

/** The row of `audit_delivery`, as far as people are told of it, and the size of the log. */
type SelectedDelivery = {
  next_index: string;
  sent_at: Date | null;
  failure: DeliveryFailure | null;
  failure_detail: string;
  failed_tries: number;
  failed_at: Date | null;
  next_try_at: Date | null;
  test_asked_at: Date | null;
  tested_at: Date | null;
  test_failure: DeliveryFailure | null;
  test_failure_detail: string;
  tree_size: string;
};
type SelectedReceiver = Selected<typeof AUDIT_RECEIVER, MemberName<typeof AUDIT_RECEIVER>> & {
  updated_by_name: string | null;
} & SelectedDelivery;

const JOIN = sql`join audit_delivery d on d.receiver_id = r.id`;
const fields = (viewer: Viewer) => sql`${selected('r', memberNames(AUDIT_RECEIVER))},
  ${savedByName(viewer, 'r')} as updated_by_name,
  d.next_index, d.sent_at, d.failure, d.failure_detail, d.failed_tries, d.failed_at, d.next_try_at,
  d.test_asked_at, d.tested_at, d.test_failure, d.test_failure_detail,
  coalesce((select max(tree_index) + 1 from audit_event), 0) as tree_size`;

/** Whose the first certificate of a PEM text is, and its last second; null where there is none. */
function shownCertificate(pem: string): AuditReceiver['certificate'] {
  if (pem.trim() === '') return null;
  const read = readCertificate(new X509Certificate(pem).raw);
  return 'fault' in read ? null : { subject: read.subject.text, valid_to: storedDateTime(read.validTo) };
}

/** A receiver as it is answered. How many wait follows from two places in the log: nothing is counted. */
function receiverOf({
  next_index,
  sent_at,
  failure,
  failure_detail,
  failed_tries,
  failed_at,
  next_try_at,
  test_asked_at,
  tested_at,
  test_failure,
  test_failure_detail,
  tree_size,
  ...members
}: SelectedReceiver): AuditReceiver {
  const next = Number(next_index);
  const delivery: Delivery = {
    waiting: Math.max(0, Number(tree_size) - next),
    next_index: next,
    last_index: sent_at && next > 0 ? next - 1 : null,
    last_sent_at: storedDateTimeOrNull(sent_at),
    failure: failure && { reason: failure, detail: failure_detail },
    failed_tries,
    failed_at: storedDateTimeOrNull(failed_at),
    next_try_at: storedDateTimeOrNull(next_try_at),
    test: test_asked_at && {
      asked_at: storedDateTime(test_asked_at),
      done_at: storedDateTimeOrNull(tested_at),
      failure: test_failure && { reason: test_failure, detail: test_failure_detail },
    },
  };
  return { ...answered(members), certificate: shownCertificate(members.client_certificate), delivery };
}

const SORTS = {
  name: sql`r.name collate "und-x-icu"`,
  kind: sql`r.kind`,
} satisfies Record<(typeof RECEIVER_SORT)[number], unknown>;

const CONDITIONS: FilterConditions<typeof RECEIVER_FILTERS> = {
  name: (text) => contains(sql`folded(r.name)`, text),
  kind: (kind) => sql<boolean>`r.kind = ${kind}`,
  enabled: (enabled) => sql<boolean>`r.enabled = ${enabled}`,
};

/** One page of the receivers, by name unless sorted otherwise. */
export const listReceivers = (viewer: Viewer, db: Db, query: ReceiverListQuery): Promise<ListOf<AuditReceiver>> =>
  listPage(
    db,
    query,
    listQuery<typeof RECEIVER_FILTERS, (typeof RECEIVER_SORT)[number], SelectedReceiver, AuditReceiver>(
      {
        from: sql`audit_receiver r`,
        id: sql`r.id`,
        columns: fields(viewer),
        joins: JOIN,
        row: receiverOf,
        visible: sql<boolean>`true`,
        filters: RECEIVER_FILTERS,
        conditions: CONDITIONS,
        sorts: SORTS,
        defaultSort: 'name:asc',
        ties: 'name',
      },
      query,
    ),
  );

/** One receiver; with `lock` it stays as it is until the transaction ends. Throws 404. */
export async function readReceiver(viewer: Viewer, db: Db, id: string, { lock = false } = {}): Promise<AuditReceiver> {
  const { rows } = await sql<SelectedReceiver>`
    select ${fields(viewer)} from audit_receiver r ${JOIN}
    where r.id = ${id} ${lock ? sql`for update of r` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  return receiverOf(row);
}
