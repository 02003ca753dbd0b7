/** Invitations of the demo platform: each place of a key, each stage. Nobody has their links; sent again they have. */
import type { EnrollmentStage, KeystoreLocation } from '@signet/contract/areas/enrollment-rules';
import { hashSecret, newSecret } from '../src/secrets.ts';
import { newId } from '../src/ids.ts';
import type { Runtime } from '../src/runtime.ts';
import { DAY_MS, momentOf } from './demo-log.ts';

const IDENTIFIER = 'nordmark-lb';

type DemoEnrollment = {
  /** The identifier of the seat, or the user name of a person. */
  of: { seat: string } | { person: string };
  email: string;
  keystore_location: KeystoreLocation;
  stage?: EnrollmentStage;
  /** Days ago; days before the certificate was issued where one was. */
  sent: number;
};

const ENROLLMENTS: readonly DemoEnrollment[] = [
  {
    of: { seat: 'cleo@nordmark-lb.example' },
    email: 'cleo@nordmark-lb.example',
    keystore_location: 'hardware_token',
    sent: 1,
  },
  { of: { seat: 'SN-4471-07' }, email: 'gates@nordmark-lb.example', keystore_location: 'browser', sent: 2 },
  { of: { person: 'emil' }, email: 'emil@nordmark-lb.example', keystore_location: 'software', sent: 3 },
  {
    of: { seat: 'SN-4471-05' },
    email: 'gates@nordmark-lb.example',
    keystore_location: 'software',
    stage: 'redeemed',
    sent: 2,
  },
  { of: { seat: 'SN-4471-06' }, email: 'gates@nordmark-lb.example', keystore_location: 'browser', sent: 30 },
  {
    of: { seat: 'carl@nordmark-lb.example' },
    email: 'carl@nordmark-lb.example',
    keystore_location: 'hardware_token',
    stage: 'canceled',
    sent: 9,
  },
];

/** After the certificates, whose seats and template they name. */
export async function furnishEnrollments({ db }: Pick<Runtime, 'db'>, now: Date): Promise<void> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('friendly_identifier', '=', IDENTIFIER)
    .executeTakeFirst();
  const template = await db
    .selectFrom('certificate_template')
    .select('id')
    .where('name', '=', 'People and devices')
    .executeTakeFirst();
  if (!account || !template) return;
  for (const [n, { of, email, keystore_location, stage = 'invited', sent }] of ENROLLMENTS.entries()) {
    const whom = 'seat' in of ? await seatOf(db, of.seat) : await personOf(db, of.person);
    if (!whom) continue;
    const { certificate, issued, ...named } = whom;
    const redeemed = stage === 'redeemed' ? issued : null;
    const sent_at = momentOf(redeemed ?? now, sent, 545 + n * 73);
    await db
      .insertInto('enrollment')
      .values({
        id: newId(),
        account_id: account.id,
        ...named,
        template_id: whom.user_id === null ? template.id : null,
        email,
        locale: 'en_US',
        keystore_location,
        enrollment_method: 'DTA',
        stage,
        code_hash: hashSecret(newSecret()).toString('hex'),
        sent_at,
        expires_at: new Date(sent_at.getTime() + 14 * DAY_MS),
        ...(redeemed ? { certificate_id: certificate, generated_at: redeemed, redeemed_at: redeemed, keys: 1 } : {}),
        ...(stage === 'canceled' ? { canceled_at: new Date(sent_at.getTime() + 1.1 * DAY_MS) } : {}),
        created_at: sent_at,
        updated_at: redeemed ?? sent_at,
      })
      .execute();
  }
}

/** A seat, with the certificate that it has. */
async function seatOf(db: Runtime['db'], identifier: string) {
  const seat = await db
    .selectFrom('seat')
    .leftJoin('certificate', 'certificate.seat_id', 'seat.id')
    .select([
      'seat.id as seat_id',
      'seat.name as name',
      'certificate.id as certificate',
      'certificate.created_at as issued',
    ])
    .where('seat.identifier', '=', identifier)
    .executeTakeFirst();
  return seat && { ...seat, user_id: null };
}

async function personOf(db: Runtime['db'], userName: string) {
  const person = await db
    .selectFrom('app_user')
    .select(['id as user_id', 'name', 'first_name', 'last_name'])
    .where('user_name', '=', userName)
    .executeTakeFirst();
  return person && { ...person, seat_id: null, certificate: null, issued: null };
}
