import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Whether the person has signed in with this device, and not too many others since. */
export async function isKnownDevice(db: Db, userId: string, nonceHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from known_device where user_id = ${userId} and device_hash = ${nonceHash}`.execute(db);
  return rows.length > 0;
}

/** Keeps a device as the one signed in with last. Of more than ten the oldest are forgotten. */
export async function insertDevice(tx: Db, userId: string, nonceHash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into known_device (user_id, device_hash, signed_in_at) values (${userId}, ${nonceHash}, ${now})
    on conflict (user_id, device_hash) do update set signed_in_at = excluded.signed_in_at`.execute(tx);
  await sql`
    delete from known_device where user_id = ${userId} and device_hash in (
      select device_hash from known_device where user_id = ${userId}
      order by signed_in_at desc, device_hash offset ${LIMITS.knownDevicesMax})`.execute(tx);
}

/** Forgets every device of a person. */
export async function deleteDevices(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('known_device').where('user_id', '=', userId).execute();
}
