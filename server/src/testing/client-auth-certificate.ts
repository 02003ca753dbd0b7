/** Certificates with which people sign in, for tests. */
import type { Updateable } from 'kysely';
import { setUpAuthorities } from '../authority/set-up-store.ts';
import type { Database } from '../db/schema.ts';
import type { TestApp } from './app.ts';
import { issueFor } from './authorities.ts';

/** A request (PKCS #10) of a P-256 key, made by OpenSSL, whose subject is “Whatever it wishes”. */
export const A_REQUEST =
  'MIHWMH8CAQAwHTEbMBkGA1UEAwwSV2hhdGV2ZXIgaXQgd2lzaGVzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEN3OMcTSuGbxBUbAD' +
  'NFZb8+SU4SfcLskx3V0X+kKVnXFl4bWviCyN3KW3O/ySbq5CFYBVvuXrsXmrzFUYtThw3qAAMAoGCCqGSM49BAMCA0cAMEQCIByoGbEK' +
  'T6BWnUur0jYzElpVFEpm0sr+7MRWZ8JrOniSAiAymEMha81NidwE0jvf/ON7PN0V26SgnVD6S6n81mLb0g==';

/** Where nobody has made authorities yet. */
export async function ensureAuthorities({ runtime, clock }: TestApp): Promise<void> {
  await setUpAuthorities(runtime, clock.now(), { keyType: 'ec_p256' });
}

/** One that the platform's authority has issued for somebody. */
export async function issuedTo(app: TestApp, userId: string, accountId: string | null = null): Promise<string> {
  await ensureAuthorities(app);
  return (await issueFor(app, { belongsTo: { userId, accountId } })).id;
}

/** One that somebody brought, as it is stored; what is in it is nobody's affair. */
export async function broughtBy(
  app: TestApp,
  userId: string,
  values: Updateable<Database['certificate']> = {},
): Promise<string> {
  await ensureAuthorities(app);
  const { id } = await issueFor(app);
  await app.db
    .updateTable('certificate')
    .set({ authority_id: null, content: null, user_id: userId, ...values })
    .where('id', '=', id)
    .execute();
  return id;
}
