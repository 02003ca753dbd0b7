/** The authorities that every platform has: a root, and one below it that signs for all accounts. */
import { storedDateTime } from '@signet/contract/dates';
import { sql } from 'kysely';
import { BY_SYSTEM, recordAudit } from '../audit/record.ts';
import { waitForLock } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import type { KeyType } from '@signet/contract/key-types';
import { fitting } from '../x509/distinguished-name.ts';
import { readCertificate } from '../x509/read-certificate.ts';
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
      .select(['id', 'name'])
      .where('system_account', '=', true)
      .executeTakeFirst();
    const { rows } = await sql<{ root: boolean }>`select issuer_id is null as root from certificate_authority
      where account_id is null and state = 'active'`.execute(tx);
    if (!platform || rows.some(({ root }) => !root)) return null;
    const organization = fitting('organization', platform.name);
    const made = { keyType, accountId: null, by: null };
    // Named as their certificates name them: lists and chains speak of one thing by one name.
    const called = (name: string) => ({ ...made, name, subject: { organization, common_name: name } });
    const issuerId = await makeAuthority(runtime, tx, { ...called('Signet Root CA'), issuerId: null }, now);
    const id = await makeAuthority(runtime, tx, { ...called('Signet Issuing CA'), issuerId }, now);
    for (const one of [issuerId, id]) await recordMade(runtime, tx, one, platform.id, now);
    return id;
  });
}

/** Has the log tell of an authority that nobody has asked for. */
async function recordMade(runtime: Runtime, tx: Db, id: string, accountId: string, now: Date): Promise<void> {
  const { name, certificate, valid_to, ...after } = await tx
    .selectFrom('certificate_authority as ca')
    .innerJoin('certificate as c', 'c.id', 'ca.certificate_id')
    .select(['ca.name', 'ca.key_type', 'ca.key_location', 'ca.valid_to', 'c.certificate'])
    .where('ca.id', '=', id)
    .executeTakeFirstOrThrow();
  const read = certificate && readCertificate(certificate);
  if (!read || 'fault' in read) throw new Error("The certificate of a new authority can't be read.");
  const event = {
    ...BY_SYSTEM,
    id: newId(),
    at: now,
    action: 'CREATE',
    resource_type: 'CERTIFICATE_AUTHORITY',
    resource_id: id,
    resource_name: name,
    account_id: accountId,
    result: 'success',
    message: null,
    before: null,
    after: {
      name,
      ...after,
      subject: read.subject.text,
      valid_to: storedDateTime(valid_to),
      fingerprint: read.fingerprints.sha256,
    },
  } as const;
  await recordAudit(tx, event, runtime);
}
