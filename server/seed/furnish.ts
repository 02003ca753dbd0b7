import { publishList } from '../src/authority/list-store.ts';
import { renewDueResponders } from '../src/authority/responder-store.ts';
import { setUpAuthorities } from '../src/authority/set-up-store.ts';
import { ConfigError } from '../src/config.ts';
import type { Db } from '../src/db/open.ts';
import { everyFeature } from '../src/license/features.ts';
import { evaluationLicense } from '../src/license/evaluation.ts';
import { installLicense } from '../src/license/license-store.ts';
import { installPools } from '../src/license-ledger/install-store.ts';
import { countUncounted } from '../src/license-ledger/uncounted-store.ts';
import type { Runtime } from '../src/runtime.ts';
import { newSecret } from '../src/secrets.ts';
import { CAST } from './cast.ts';
import { furnishAccounts } from './demo-accounts.ts';
import { furnishClientCertificates } from './demo-client-certificates.ts';
import { furnishApiTokens } from './demo-api-tokens.ts';
import { furnishOauthClients } from './demo-oauth-clients.ts';
import { furnishCertificates } from './demo-certificates.ts';
import { furnishEnrollments } from './demo-enrollments.ts';
import { furnishBulk } from './demo-bulk.ts';
import { furnishEvents } from './demo-events.ts';
import { furnishFeatures } from './demo-features.ts';
import { furnishLicenses, licensedSince } from './demo-licenses.ts';
import { furnishOrganizations } from './demo-organizations.ts';
import { furnishPackages } from './demo-packages.ts';
import { furnishPast } from './demo-past.ts';
import { furnishPeople } from './demo-people.ts';
import { furnishRoles } from './demo-roles.ts';
import { furnishSelfService } from './demo-self-service.ts';
import { furnishServiceUsers } from './demo-service-users.ts';
import { furnishSignIn } from './demo-sign-in.ts';
import type { Demo, FurnishStep } from './demo.ts';

const MARK = 'demo';
/** What the mark says until the last step is done, which says true. */
const BEGUN = 'begun';

/** What the demo is furnished with, area by area; each may use what those before it made. */
const STEPS: readonly FurnishStep[] = [
  furnishAccounts,
  furnishOrganizations,
  furnishPeople,
  furnishSignIn,
  furnishApiTokens,
  furnishOauthClients,
  furnishRoles,
  furnishServiceUsers,
  furnishFeatures,
  furnishLicenses,
  furnishPackages,
  furnishSelfService,
  furnishPast,
  furnishBulk,
];

/**
 * Whether the platform was furnished before. Throws ConfigError where it is in use, or the furnishing did not come to
 * its end. Of the schema of any version.
 */
export async function isFurnished(db: Db): Promise<boolean> {
  const mark = await db.selectFrom('platform_setting').select('value').where('name', '=', MARK).executeTakeFirst();
  if (mark?.value === BEGUN)
    throw new ConfigError(
      'The demo in this database was cut off before it was whole. Choose another DATA_DIR or DATABASE_URL.',
    );
  if (mark) return true;
  if (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst())
    throw new ConfigError(
      'This platform is in use: the demo furnishes only an empty one. Choose another DATA_DIR or DATABASE_URL.',
    );
  return false;
}

/**
 * Furnishes an empty platform: evaluation license, people of every scope, accounts in every state. A platform that was
 * furnished before is left as it is; others are refused ({@link isFurnished}). The password is random, the same for
 * all, and answered only by the call that made it.
 */
export async function furnish(
  runtime: Runtime,
  password = `${newSecret(9)}-Demo1`,
): Promise<{ people: string[]; password: string | null }> {
  const { db, clock } = runtime;
  const now = clock.now();
  const people = CAST.filter((person) => !person.serviceUser).map((person) => person.userName);
  if (await isFurnished(db)) return { people, password: null };
  const passwordHash = await runtime.passwords.hash(password);
  const license = await evaluationLicense(now);
  const furnished = await db.transaction().execute(async (tx) => {
    await installLicense(tx, license, null, now);
    await installPools(tx, everyFeature(), null, licensedSince(now));
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
      .values({ name: MARK, value: JSON.stringify(BEGUN), updated_at: now })
      .execute();
    return demo;
  });
  await setUpAuthorities(runtime, licensedSince(now));
  await furnishCertificates(runtime, now);
  await furnishEnrollments(runtime, now);
  await countUncounted(db, now);
  await furnishClientCertificates(runtime, now);
  await tendAsBefore(runtime, now);
  await db.transaction().execute(async (tx) => {
    await furnishEvents({ ...furnished, db: tx });
    await tx
      .updateTable('platform_setting')
      .set({ value: JSON.stringify(true) })
      .where('name', '=', MARK)
      .execute();
  });
  return { people, password };
}

/** The authorities are older than the demo: their lists and responders are those that a year of jobs has left. */
async function tendAsBefore(runtime: Runtime, now: Date): Promise<void> {
  await renewDueResponders(runtime, now);
  const authorities = await runtime.db.selectFrom('certificate_authority').select('id').execute();
  for (const { id } of authorities) await publishList(runtime, id, now);
}
