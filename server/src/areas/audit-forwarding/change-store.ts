/** Creating, editing and deleting receivers, asking for a test event, and for events again. */
import {
  AUDIT_RECEIVER,
  whyNotAuthentication,
  whyNotCertificates,
  whyNotClientCertificate,
  whyNotReceiverAddress,
  whyNotReceiverSecret,
  whyNotSendAgain,
  whyNotWithoutSecret,
  type ReceiverAuthentication,
  type ReceiverKind,
} from '@signet/contract/areas/audit-receiver-record';
import type { AuditReceiver, receiverCreate, receiverEdit } from '@signet/contract/areas/audit-forwarding';
import { fieldProblem, refuseField } from '@signet/contract/problem';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { SEND_TIMEOUT } from '../../audit/forwarding/connection.ts';
import { secretContext } from '../../audit/forwarding/delivery-store.ts';
import { treeSize } from '../../audit/place-store.ts';
import type { Db } from '../../db/open.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  type ChangeEvent,
  type Created,
  type Deleted,
  type RecordKind,
} from '../../db/record.ts';
import { newId } from '../../ids.ts';
import type { Seal } from '../../secrets.ts';
import { readReceiver } from './store.ts';

type Create = z.output<typeof receiverCreate>;
type Edit = z.output<typeof receiverEdit>;

const KIND: RecordKind<'audit_receiver', string, AuditReceiver> = {
  table: 'audit_receiver',
  columns: AUDIT_RECEIVER,
  read: readReceiver,
  name: (one) => one.name,
  account: () => null,
};

/** Whether each certificate of a PEM text can be read. */
function areCertificates(text: string): boolean {
  const all = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return all.every((pem) => new X509Certificate(pem).raw.length > 0);
  } catch {
    return false;
  }
}

/** Throws under `secret` unless it is the private key of the first of the certificates. */
function requireKeyOf(certificates: string, secret: string): void {
  let key: KeyObject;
  try {
    key = createPrivateKey(secret);
  } catch {
    throw fieldProblem('secret', { status: 'INVALID_PRIVATE_KEY' });
  }
  if (!new X509Certificate(certificates).checkPrivateKey(key))
    throw fieldProblem('secret', { status: 'PRIVATE_KEY_MISMATCH' });
}

type Settings = {
  kind: ReceiverKind;
  address: string;
  ca_certificate: string;
  authentication: ReceiverAuthentication;
  client_certificate: string;
  secret: string | undefined;
};

/** Throws what is wrong with the settings of a receiver, under its field; `kept` is what it was. */
function requireSound(one: Settings, kept: AuditReceiver | null): void {
  refuseField('address', whyNotReceiverAddress(one.kind, one.address));
  if (one.kind === 'https' && !URL.canParse(one.address))
    throw fieldProblem('address', { status: 'INVALID_HTTPS_ADDRESS' });
  refuseField('ca_certificate', whyNotCertificates(one.ca_certificate));
  if (!areCertificates(one.ca_certificate)) throw fieldProblem('ca_certificate', { status: 'INVALID_CERTIFICATE' });
  refuseField('authentication', whyNotAuthentication(one.kind, one.authentication));
  refuseField('client_certificate', whyNotClientCertificate(one.authentication, one.client_certificate));
  if (one.authentication === 'certificate' && !areCertificates(one.client_certificate))
    throw fieldProblem('client_certificate', { status: 'INVALID_CERTIFICATE' });
  if (one.secret === undefined) return refuseField('secret', whyNotWithoutSecret(one, kept));
  refuseField('secret', whyNotReceiverSecret(one.authentication, one.secret));
  if (one.authentication === 'certificate') requireKeyOf(one.client_certificate, one.secret);
}

/** What of the settings belongs to a way that was not chosen is not kept. */
const certificateOf = ({
  authentication,
  client_certificate,
}: Pick<Settings, 'authentication' | 'client_certificate'>) =>
  authentication === 'certificate' ? client_certificate : '';

/** Creates a receiver, which is owed events from now on, or from the first of the log. Throws what is wrong with it. */
export async function createReceiver(
  viewer: Viewer,
  tx: Db,
  { secret, start = 'now', ...values }: Create,
  { now, seal }: { now: Date; seal: Seal },
): Promise<Created<AuditReceiver>> {
  const { ca_certificate = '', authentication = 'none' } = values;
  const client_certificate = certificateOf({ authentication, client_certificate: values.client_certificate ?? '' });
  requireSound({ ...values, ca_certificate, authentication, client_certificate, secret }, null);
  const kept = authentication === 'none' ? undefined : secret;
  const id = newId();
  await tx
    .insertInto('audit_delivery')
    .values({
      receiver_id: id,
      secret_sealed: sealedFor(id, kept, seal),
      next_index: start === 'beginning' ? 0 : await treeSize(tx),
      owed_since: now,
    })
    .execute();
  const row = { ...values, client_certificate, secret_set_at: kept === undefined ? null : now };
  return createRecord(KIND, viewer, tx, { id, key: id, values: row, now });
}

/** A secret as it is kept; null for none. */
const sealedFor = (receiverId: string, secret: string | undefined, seal: Seal): Buffer | null =>
  secret === undefined ? null : seal.seal(Buffer.from(secret), secretContext(receiverId));

/**
 * Saves what is given and keeps the rest; it is then tried again at once. Whoever sends to it at the moment does so by
 * the settings of before and notes nothing more; the next one begins once that try can only be over. A secret is kept
 * as long as it is sent to where it was entered for. Throws 404, CHANGED_MEANWHILE for another version than the present
 * one, and what is wrong.
 */
export async function updateReceiver(
  viewer: Viewer,
  tx: Db,
  id: string,
  { secret, ...values }: Edit,
  { version, now, seal }: { version: number | undefined; now: Date; seal: Seal },
): Promise<{ after: AuditReceiver; event: ChangeEvent | 'nothing' }> {
  let entered: string | undefined;
  const changed = await changeRecord(KIND, viewer, tx, id, {
    now,
    version,
    set(before) {
      const { ca_certificate = before.ca_certificate, authentication = before.authentication } = values;
      const client_certificate = certificateOf({ ...before, ...values, authentication });
      requireSound({ ...before, ...values, ca_certificate, authentication, client_certificate, secret }, before);
      entered = authentication === 'none' ? undefined : secret;
      const settings = { ...values, client_certificate };
      if (authentication === 'none') return { ...settings, secret_set_at: null };
      return entered === undefined ? settings : { ...settings, secret_set_at: now };
    },
  });
  const { before, after } = changed;
  // A secret entered anew within the second of the one before is a change that the columns do not show.
  const event: ChangeEvent | 'nothing' =
    changed.event === 'nothing' && entered !== undefined
      ? { resource_id: id, resource_name: after.name, account_id: null, after: { secret_set_at: after.secret_set_at } }
      : changed.event;
  if (event === 'nothing') {
    const tried = await tryAtOnce(tx, id, after.name, now);
    return tried === 'nothing' ? { after, event } : { after: await readReceiver(viewer, tx, id), event: tried };
  }
  const tryEnd = new Date(now.getTime() + SEND_TIMEOUT);
  const isKept = entered === undefined && after.secret_set_at !== null;
  await tx
    .updateTable('audit_delivery')
    .set({
      next_try_at: null,
      batch_limit: null,
      lease: null,
      leased_until: sql`case when leased_until is not null then least(leased_until, ${tryEnd}) end`,
      ...(isKept ? {} : { secret_sealed: sealedFor(id, entered, seal) }),
      ...(after.enabled && !before.enabled ? { owed_since: now } : {}),
    })
    .where('receiver_id', '=', id)
    .execute();
  return { after: await readReceiver(viewer, tx, id), event };
}

/** Saved as it was, a receiver that waits for its next try is tried at once all the same. */
async function tryAtOnce(tx: Db, id: string, name: string, now: Date): Promise<ChangeEvent | 'nothing'> {
  const { next_try_at: at } = await tx
    .selectFrom('audit_delivery')
    .select('next_try_at')
    .where('receiver_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (at === null || at <= now) return 'nothing';
  await tx.updateTable('audit_delivery').set({ next_try_at: null }).where('receiver_id', '=', id).execute();
  const next = (tryAt: Date | null) => ({ next_try_at: tryAt });
  return {
    resource_id: id,
    resource_name: name,
    account_id: null,
    before: next(at),
    after: next(null),
  };
}

/** Deletes it; nothing more is sent. Throws 404. */
export const deleteReceiver = (viewer: Viewer, tx: Db, id: string, now: Date): Promise<Deleted<AuditReceiver>> =>
  deleteRecord(KIND, viewer, tx, id, { now });

/** Has a test event sent within seconds, also to a receiver that is switched off. Throws 404. */
export async function askForTest(viewer: Viewer, tx: Db, id: string, now: Date): Promise<ChangeEvent> {
  const { name } = await readReceiver(viewer, tx, id, { lock: true });
  await tx
    .updateTable('audit_delivery')
    .set({ test_asked_at: now, tested_at: null, test_failure: null, test_failure_detail: '' })
    .where('receiver_id', '=', id)
    .execute();
  return { resource_id: id, resource_name: name, account_id: null, after: { test: true } };
}

/**
 * Has the events from an index on sent again. Whoever sends to it at the moment notes nothing more; the next one begins
 * once the time of that batch is over, so that two never send at once. Throws 404, and what is wrong with the index.
 */
export async function sendAgain(
  viewer: Viewer,
  tx: Db,
  id: string,
  from: number,
  now: Date,
): Promise<ChangeEvent | 'nothing'> {
  const { name } = await readReceiver(viewer, tx, id, { lock: true });
  // By itself and locked: an index that was written down meanwhile counts.
  const { next_index } = await tx
    .selectFrom('audit_delivery')
    .select('next_index')
    .where('receiver_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const next = Number(next_index);
  refuseField('from_index', whyNotSendAgain(from, next));
  if (from === next) return 'nothing';
  await tx
    .updateTable('audit_delivery')
    .set({ next_index: from, batch_end: null, owed_since: now, next_try_at: null, lease: null })
    .where('receiver_id', '=', id)
    .execute();
  const place = (index: number) => ({ next_index: index });
  return { resource_id: id, resource_name: name, account_id: null, before: place(next), after: place(from) };
}
