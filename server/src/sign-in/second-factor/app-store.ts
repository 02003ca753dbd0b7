/** Authenticator apps (RFC 6238): six digits, steps of 30 seconds, SHA-1, which is what every app takes. */
import { plainCode } from '@signet/contract/areas/second-factor-rules';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';
import type { Seal } from '../../secrets.ts';

const STEP_SECONDS = 30;
/** RFC 4226, 4: at least 128 bits, 160 recommended. */
const SEED_BYTES = 20;
/** Codes of the step before and of the one after count too: clocks drift (RFC 6238, 6). */
const DRIFT_STEPS = 1;
const ISSUER = 'Signet';

/** What an app is given, once: as text, and as the address of a QR code. */
export type AppSecret = { id: string; secret: string; uri: string };

/** By what a seed is bound to its app. */
export const seedContext = (id: string): string => `authenticator-app ${id}`;
const totp = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret });

/**
 * Begins an app: it counts once a first code of it was given ({@link confirmApp}). One that was begun before and not
 * confirmed is forgotten.
 */
export async function beginApp(
  tx: Db,
  seal: Seal,
  person: { id: string; user_name: string },
  now: Date,
): Promise<AppSecret> {
  await tx.deleteFrom('authenticator_app').where('user_id', '=', person.id).where('confirmed_at', 'is', null).execute();
  const id = newId();
  const secret = new Secret({ size: SEED_BYTES });
  await tx
    .insertInto('authenticator_app')
    .values({
      id,
      user_id: person.id,
      name: '',
      seed_sealed: seal.seal(secret.bytes, seedContext(id)),
      created_at: now,
    })
    .execute();
  return { id, secret: secret.base32, uri: totp(secret, person.user_name).toString() };
}

type Stored = { id: string; seed_sealed: Buffer; last_step: number };

/** The step of time whose code this is, newer than the last one that was taken; null for none. */
function stepOf({ id, seed_sealed, last_step }: Stored, seal: Seal, code: string, now: Date): number | null {
  const seed = new Uint8Array(seal.open(seed_sealed, seedContext(id)));
  const delta = totp(new Secret({ buffer: seed.buffer })).validate({
    token: code,
    timestamp: now.getTime(),
    window: DRIFT_STEPS,
  });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
  return step > last_step ? step : null;
}

/**
 * Takes the code of one of somebody's apps: false for a wrong one, and for one that was taken before. The caller has
 * locked the person, so that of two at once one is taken.
 */
export async function takeAppCode(tx: Db, seal: Seal, userId: string, code: string, now: Date): Promise<boolean> {
  const apps = await tx
    .selectFrom('authenticator_app')
    .select(['id', 'seed_sealed', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .execute();
  for (const app of apps) {
    const step = stepOf(app, seal, code, now);
    if (step === null) continue;
    await tx
      .updateTable('authenticator_app')
      .set({ last_step: step, last_used_at: now })
      .where('id', '=', app.id)
      .execute();
    return true;
  }
  return false;
}

/** Makes the app that was begun count, by a first code of it. False for a wrong one, and where none was begun. */
export async function confirmApp(
  tx: Db,
  seal: Seal,
  { userId, name, code }: { userId: string; name: string; code: string },
  now: Date,
): Promise<boolean> {
  const begun = await tx
    .selectFrom('authenticator_app')
    .select(['id', 'seed_sealed', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  const step = begun ? stepOf(begun, seal, plainCode(code), now) : null;
  if (!begun || step === null) return false;
  await tx
    .updateTable('authenticator_app')
    .set({ name, confirmed_at: now, last_step: step, last_used_at: now })
    .where('id', '=', begun.id)
    .execute();
  return true;
}
