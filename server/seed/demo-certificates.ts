/** Certificates of the demo platform in every state, with seats and templates. Nobody has their keys. */
import { generateKeyPairSync } from 'node:crypto';
import type { SeatType } from '@signet/contract/areas/seat-record';
import { authorityFor } from '../src/authority/authority-store.ts';
import { issue } from '../src/authority/issue.ts';
import { builtInProfile } from '../src/authority/profile-store.ts';
import { revokeCertificate } from '../src/authority/revocation-store.ts';
import { newId } from '../src/ids.ts';
import type { Runtime } from '../src/runtime.ts';
import { DAY_MS, momentOf } from './demo-log.ts';
import { licensedSince } from './demo-licenses.ts';

const IDENTIFIER = 'nordmark-lb';
const MINUTE_MS = 60_000;

type DemoCertificate = {
  name: string;
  seat: { type: SeatType; identifier: string };
  server?: true;
  /** In how many days it ends. */
  ends: number;
  revoked?: 'certificateHold' | 'keyCompromise';
  disabled?: true;
};

const CERTIFICATES: readonly DemoCertificate[] = [
  { name: 'Cleo Marchetti', seat: { type: 'user', identifier: 'cleo@nordmark-lb.example' }, ends: 300 },
  { name: 'Gate 7', seat: { type: 'device', identifier: 'SN-4471-07' }, ends: 12 },
  {
    name: 'www.nordmark-lb.example',
    seat: { type: 'server', identifier: 'www.nordmark-lb.example' },
    server: true,
    ends: 80,
  },
  { name: 'Gate 8', seat: { type: 'device', identifier: 'SN-4471-08' }, ends: 200, revoked: 'certificateHold' },
  {
    name: 'Carl Ortega',
    seat: { type: 'user', identifier: 'carl@nordmark-lb.example' },
    ends: 150,
    revoked: 'keyCompromise',
  },
  { name: 'Gate 6', seat: { type: 'device', identifier: 'SN-4471-06' }, ends: -3 },
  { name: 'Gate 5', seat: { type: 'device', identifier: 'SN-4471-05' }, ends: 40, disabled: true },
];

/** The end of the `n`th certificate in so many days: at the hour at which it was issued, which is another for each. */
export const endOf = (now: Date, days: number, n: number): Date => momentOf(now, -days, 500 + ((n * 97) % 480));

/** Two days after the license, and so after the authorities that it has brought. */
const FIRST_ISSUED = 343;

/** When a certificate of a year was issued that ends then, once there were authorities to do so. */
export function onceIssued(now: Date, notAfter: Date): Date {
  const first = momentOf(now, FIRST_ISSUED, (notAfter.getTime() % DAY_MS) / MINUTE_MS);
  return new Date(Math.max(notAfter.getTime() - 365 * DAY_MS, first.getTime()));
}

/** A moment in the later half of the time between two. */
export const between = (from: Date, to: Date): Date => new Date((from.getTime() + 3 * to.getTime()) / 4);

/** After the authorities are made: these sign. */
export async function furnishCertificates(runtime: Runtime, now: Date): Promise<void> {
  const { db } = runtime;
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('friendly_identifier', '=', IDENTIFIER)
    .executeTakeFirst();
  const administrator = await db.selectFrom('app_user').select('id').where('user_name', '=', 'cleo').executeTakeFirst();
  if (!account) return;
  await db.transaction().execute(async (tx) => {
    const authorityId = await authorityFor(tx, account.id, now);
    if (authorityId === null) return;
    const clients = await builtInProfile(tx, 'client_auth');
    const servers = await builtInProfile(tx, 'server_auth');
    const began = new Date(licensedSince(now).getTime() + DAY_MS);
    const stamps = { created_at: began, updated_at: began };
    await tx
      .insertInto('certificate_template')
      .values([
        { ...stamps, id: newId(), name: 'People and devices', profile_id: clients.id, seat_types: ['user', 'device'] },
        {
          ...stamps,
          id: newId(),
          name: 'Web servers',
          account_id: account.id,
          profile_id: servers.id,
          seat_types: ['server'],
        },
      ])
      .execute();
    for (const [n, { name, seat, server, ends, revoked, disabled }] of CERTIFICATES.entries()) {
      const seatId = newId();
      const notAfter = endOf(now, ends, n);
      const issued = onceIssued(now, notAfter);
      await tx
        .insertInto('seat')
        .values({ created_at: issued, updated_at: issued, ...seat, id: seatId, account_id: account.id, name })
        .execute();
      const { publicKey } = generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        publicKeyEncoding: { format: 'der', type: 'spki' },
        privateKeyEncoding: { format: 'der', type: 'pkcs8' },
      });
      const order = {
        profile: server ? servers : clients,
        subject: { organization: 'Nordmark Landesbank', common_name: name },
        names: server ? { hosts: [seat.identifier] } : {},
        publicKey,
        keyType: 'ec_p256' as const,
        notAfter,
        belongsTo: { accountId: account.id },
        by: administrator?.id ?? null,
      };
      const { id } = await issue(runtime, tx, authorityId, order, issued);
      await tx
        .updateTable('certificate')
        .set({ seat_id: seatId, enabled: disabled !== true })
        .where('id', '=', id)
        .execute();
      if (revoked) await revokeCertificate(tx, id, { reason: revoked, by: order.by }, between(issued, now));
    }
  });
}
