import type { Db } from './open.ts';

/** The stored value of a platform setting, or null. Whoever owns the name knows its shape and checks it. */
export async function platformSetting(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('platform_setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}
