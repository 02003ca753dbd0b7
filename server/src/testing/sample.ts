/** What the samples of the areas are made of. Every target is Cleo's, of Nordmark, Ben's customer. */
import type { ProblemStatus } from '@signet/contract/problem';
import type { Permission } from '@signet/contract/viewer';
import { newId } from '../ids.ts';
import { hashSecret } from '../secrets.ts';
import { PASSWORD, type TestApp } from './app.ts';

/** One request of an endpoint: what fills its path, query, headers and body. */
export type Sample = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  /** The one permission of the access's `any` that this very target asks for, where it is not enough to have some. */
  needs?: Permission | readonly Permission[];
  /** The problem that who has another one of them is answered; FORBIDDEN without it. */
  without?: ProblemStatus;
};
/** Makes the target and the request. What it does to the database is taken back. */
export type SampleOf = (app: TestApp) => Sample | Promise<Sample>;
/** A sample for each endpoint of an area; one that is missing does not compile. */
export type SamplesOf<A> = { [K in keyof A]: SampleOf };

export const NO_INPUT: SampleOf = () => ({});
export const NEW_PASSWORD = 'Another-horse-8-battery';
export const STATE = 'state-of-the-access-matrix';
export const CLEO_SIGNS_IN = { user_name: 'cleo', password: PASSWORD };

export const cleo = (app: TestApp): string => app.userIds.get('cleo') ?? '';
export const nordmark = (app: TestApp): string => app.accountIds.get('nordmark-lb') ?? '';

/** An organization of Nordmark with one contact. */
export async function anOrganization(app: TestApp): Promise<{ id: string; cid: string }> {
  const one = { id: newId(), cid: newId() };
  const stamps = { created_at: app.clock.now(), updated_at: app.clock.now() };
  await app.db
    .insertInto('organization')
    .values({ id: one.id, account_id: nordmark(app), name: 'Nordmark Treasury', country: 'DE', ...stamps })
    .execute();
  const contact = { first_name: 'Cleo', last_name: 'Marchetti', email: 'cleo@nordmark-lb.example', phone: '' };
  await app.db
    .insertInto('contact')
    .values({ ...contact, id: one.cid, organization_id: one.id, ...stamps })
    .execute();
  return one;
}

/** A certificate of Nordmark, as if an authority had signed it; nothing can be read of it. */
export async function aCertificate(app: TestApp, { onHold = false } = {}): Promise<string> {
  const now = app.clock.now();
  const stamps = { created_at: now, updated_at: now };
  const authority = newId();
  const time = { valid_from: now, valid_to: new Date(now.getTime() + 86_400_000) };
  await app.db
    .insertInto('certificate_authority')
    .values({
      id: authority,
      name: `Authority ${authority}`,
      state: 'active',
      key_type: 'ec_p256',
      key_location: 'sealed',
      key_sealed: Buffer.of(0),
      public_key: Buffer.of(0),
      subject: Buffer.of(0),
      ...time,
      ...stamps,
    })
    .execute();
  const id = newId();
  await app.db
    .insertInto('certificate')
    .values({
      id,
      authority_id: authority,
      serial: Buffer.from(id.replaceAll('-', ''), 'hex'),
      state: onHold ? 'revoked' : 'issued',
      ...(onHold ? { revoked_at: now, revocation_reason: 'certificateHold' as const } : {}),
      cert_type: 'end_entity',
      account_id: nordmark(app),
      common_name: 'Cleo Marchetti',
      subject_text: 'CN=Cleo Marchetti',
      issuer_text: 'CN=Signet Issuing CA',
      key_type: 'ec_p256',
      certificate: Buffer.of(0x30, 0),
      fingerprint: id,
      ...time,
      ...stamps,
    })
    .execute();
  return id;
}

/** A certificate profile of Nordmark. */
export async function aProfile(app: TestApp): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('certificate_profile')
    .values({
      id,
      name: `Profile ${id}`,
      account_id: nordmark(app),
      cert_type: 'end_entity',
      key_usage: ['digitalSignature'],
      purposes: ['client_auth'],
      key_types: ['ec_p256'],
      days: 90,
      created_at: app.clock.now(),
      updated_at: app.clock.now(),
    })
    .execute();
  return id;
}

/** A template of Nordmark, for its devices. */
export async function aTemplate(app: TestApp): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('certificate_template')
    .values({
      id,
      name: `Template ${id}`,
      account_id: nordmark(app),
      profile_id: await aProfile(app),
      seat_types: ['device'],
      created_at: app.clock.now(),
      updated_at: app.clock.now(),
    })
    .execute();
  return id;
}

/** A seat of Nordmark, for a device. */
export async function aSeat(app: TestApp, { name = 'Gate 7' } = {}): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('seat')
    .values({
      id,
      account_id: nordmark(app),
      type: 'device',
      name,
      identifier: `SN-${id}`,
      created_at: app.clock.now(),
      updated_at: app.clock.now(),
    })
    .execute();
  return id;
}

/** An invitation for a seat of Nordmark, with the code of its link. */
export async function anEnrollment(
  app: TestApp,
  more: { seat_id?: string; certificate_id?: string } = {},
): Promise<{ id: string; code: string }> {
  const id = newId();
  const now = app.clock.now();
  const code = `code-of-${id}`;
  const made = more.certificate_id === undefined ? {} : { certificate_id: more.certificate_id, generated_at: now };
  await app.db
    .insertInto('enrollment')
    .values({
      id,
      account_id: nordmark(app),
      seat_id: more.seat_id ?? (await aSeat(app)),
      template_id: await aTemplate(app),
      name: 'Gate 7',
      email: 'gates@nordmark-lb.example',
      locale: 'en_US',
      keystore_location: 'browser',
      enrollment_method: 'DTA',
      stage: more.certificate_id === undefined ? 'invited' : 'generated',
      ...made,
      code_hash: hashSecret(code).toString('hex'),
      // Long enough ago for another mail.
      sent_at: new Date(now.getTime() - 3_600_000),
      expires_at: new Date(now.getTime() + 86_400_000),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { id, code };
}

/** A certificate request by a key of P-256 that nobody kept, in base64. Its wish is the name “Wish”. */
export const A_REQUEST = [
  'MIHJMHECAQAwDzENMAsGA1UEAwwEV2lzaDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGCrDJHgCB0U7Ot44rti5GilBa4J',
  'XyWyd17DrwcFZAEK/RNVKMvT7dL8jR1P+OMMYgEwsd6Gjg6An5CLS9kyiKqgADAKBggqhkjOPQQDAgNIADBFAiBXnKvQKy8c',
  'ckOwFfX4p9Lp4V+d0O3ixEy8qrxMiJhOswIhAL5ihedPyxZJMmAgSFgrOh1oGgFDOcpAZrBlrXKHr0f6',
].join('');
