/**
 * The setup code: 128 random bits that only those learn who can read what the process prints or keeps. It is there
 * from the first start until there is an administrator, one for all processes of a database, sealed.
 */
import { timingSafeEqual } from 'node:crypto';
import { fieldProblem } from '@signet/contract/problem';
import { platformSetting } from '../../db/platform-setting.ts';
import type { Db } from '../../db/open.ts';
import { hashSecret, newSecret, type Seal } from '../../secrets.ts';
import { hasAdministrator } from './store.ts';

const NAME = 'setup-code';
const BYTES = 16;

async function readCode(db: Db, seal: Seal): Promise<string | null> {
  const sealed = await platformSetting(db, NAME);
  return typeof sealed === 'string' ? seal.open(Buffer.from(sealed, 'base64'), NAME).toString() : null;
}

/** The code of a platform without an administrator, made at the first start; null once there is one. */
export async function openSetup(db: Db, seal: Seal, now: Date): Promise<string | null> {
  if (await hasAdministrator(db)) return null;
  const sealed = seal.seal(Buffer.from(newSecret(BYTES)), NAME).toString('base64');
  await db
    .insertInto('platform_setting')
    .values({ name: NAME, value: JSON.stringify(sealed), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return readCode(db, seal);
}

/** Throws SETUP_CODE_WRONG under its header unless `given` is the code of this platform; without one nothing is. */
export async function requireSetupCode(db: Db, seal: Seal, given: string | undefined): Promise<void> {
  const code = await readCode(db, seal);
  if (code !== null && given !== undefined && timingSafeEqual(hashSecret(given), hashSecret(code))) return;
  throw fieldProblem('x-setup-code', { status: 'SETUP_CODE_WRONG' });
}

/** The setup is over: the code opens nothing any more. */
export async function closeSetup(tx: Db): Promise<void> {
  await tx.deleteFrom('platform_setting').where('name', '=', NAME).execute();
}
