import { ConfigError } from '../src/config.ts';
import { hasAdministrator } from '../src/areas/setup/store.ts';
import { evaluationLicense } from '../src/license/evaluation.ts';
import { installLicense } from '../src/license/license-store.ts';
import type { Runtime } from '../src/runtime.ts';
import { newSecret } from '../src/secrets.ts';
import { CAST } from './cast.ts';
import { furnishAccounts } from './demo-accounts.ts';
import { furnishOrganizations } from './demo-organizations.ts';
import { furnishPeople } from './demo-people.ts';
import type { Demo, FurnishStep } from './demo.ts';

const MARK = 'demo';

/** What the demo is furnished with, area by area; each may use what those before it made. */
const STEPS: readonly FurnishStep[] = [furnishAccounts, furnishOrganizations, furnishPeople];

/**
 * Furnishes an empty platform: evaluation license, people of every scope, accounts in every state. A platform that was
 * furnished before is left as it is; one that is in use is refused (ConfigError). The password is random, the same for
 * all, and answered only by the call that made it.
 */
export async function furnish(
  runtime: Runtime,
  password = `${newSecret(9)}-Demo1`,
): Promise<{ people: string[]; password: string | null }> {
  const { db, clock } = runtime;
  const now = clock.now();
  const people = CAST.filter((person) => !person.serviceUser).map((person) => person.userName);
  const mark = await db.selectFrom('platform_setting').select('name').where('name', '=', MARK).executeTakeFirst();
  if (mark) return { people, password: null };
  if (await hasAdministrator(db))
    throw new ConfigError(
      'This platform is in use: the demo furnishes only an empty one. Choose another DATA_DIR or DATABASE_URL.',
    );
  const passwordHash = await runtime.passwords.hash(password);
  const license = await evaluationLicense(now);
  await db.transaction().execute(async (tx) => {
    await installLicense(tx, license, null, now);
    let demo: Demo = {
      db: tx,
      runtime,
      now,
      passwordHash,
      accounts: [],
      accountIds: new Map(),
      personIds: new Map(),
    };
    for (const furnishArea of STEPS) demo = { ...demo, ...(await furnishArea(demo)) };
    await tx
      .insertInto('platform_setting')
      .values({ name: MARK, value: JSON.stringify(true), updated_at: now })
      .execute();
  });
  return { people, password };
}
