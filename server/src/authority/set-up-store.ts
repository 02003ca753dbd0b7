/** The authorities that every platform has: a root, and one below it that signs for all accounts. */
import { sql } from 'kysely';
import { waitForLock } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import type { KeyType } from '@signet/contract/key-types';
import { fitting } from '../x509/distinguished-name.ts';
import { makeAuthority } from './new-authority-store.ts';

/** The job that makes them; it takes no payload. */
export const SET_UP_JOB = 'authority.set-up';
/** RSA, which every program that meets a certificate can check. */
const KEY_TYPE: KeyType = 'rsa_3072';

/** Has the authorities made once the transaction is done, where there are none. */
export async function askForAuthorities(tx: Db): Promise<void> {
  await sql`select graphile_worker.add_job(${SET_UP_JOB}, job_key => ${SET_UP_JOB}::text)`.execute(tx);
}

/**
 * Makes the platform's authorities where there is a platform and it has none; answers the id of the one that signs for
 * all accounts, or null. Safe to run at any time, in several processes at once.
 */
export async function setUpAuthorities(
  runtime: Runtime,
  now: Date,
  { keyType = KEY_TYPE }: { keyType?: KeyType } = {},
): Promise<string | null> {
  return runtime.db.transaction().execute(async (tx) => {
    await waitForLock(tx, 'authorities');
    const platform = await tx
      .selectFrom('account')
      .select('name')
      .where('system_account', '=', true)
      .executeTakeFirst();
    const { rows } = await sql<{ root: boolean }>`select issuer_id is null as root from certificate_authority
      where account_id is null and state = 'active'`.execute(tx);
    if (!platform || rows.some(({ root }) => !root)) return null;
    const organization = fitting('organization', platform.name);
    const made = { keyType, accountId: null, by: null };
    const issuerId = await makeAuthority(
      runtime,
      tx,
      { ...made, name: 'Root CA', subject: { organization, common_name: 'Signet Root CA' }, issuerId: null },
      now,
    );
    const subject = { organization, common_name: 'Signet Issuing CA' };
    return makeAuthority(runtime, tx, { ...made, name: 'Issuing CA', subject, issuerId }, now);
  });
}
