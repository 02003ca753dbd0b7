/** Lists of revoked certificates: one of each authority, the newest. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { readList, signList, whyNotPublish, type RevocationReason } from '../x509/crl.ts';
import { openAuthority } from './authority-store.ts';

/** The job that signs the list of an authority anew; its payload is `{ id }` of the authority. */
export const LIST_JOB = 'authority.list';
const DAY = 86_400_000;
/** For how long a list is good. */
const LIST_VALIDITY = 7 * DAY;
/**
 * What was revoked so long before a list, in milliseconds, may have been committed after it: once the list is as old
 * another one is made.
 */
export const LATE = 15 * 60_000;
/** A list with less time left is signed anew. */
const LIST_RENEWED = 4 * DAY;

/** Has the list of an authority signed anew once the transaction is done; of several that ask, once. */
export async function askForList(tx: Db, authorityId: string): Promise<void> {
  await sql`select graphile_worker.add_job(${LIST_JOB}, json_build_object('id', ${authorityId}::text),
    job_key => ${`${LIST_JOB}:${authorityId}`})`.execute(tx);
}

/**
 * Asks for the lists that end soon, are missing, lack what was revoked with its owner, or were signed by a clock that
 * was ahead; answers how many.
 */
export async function askForDueLists(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select ca.id from certificate_authority ca
    left join certificate_revocation_list l on l.authority_id = ca.id
    where ca.state in ('active', 'retired') and ca.valid_to > ${now}
      and (l.authority_id is null or l.this_update > ${now} or l.next_update < ${new Date(now.getTime() + LIST_RENEWED)}
        or exists (select from certificate c
          where c.authority_id = ca.id and c.state = 'revoked'
            and c.revoked_at > case when l.this_update < ${new Date(now.getTime() - LATE)}
              then l.this_update - ${LATE / 1000} * interval '1 second' else l.this_update end))`.execute(db);
  for (const { id } of rows) await askForList(db, id);
  return rows.length;
}

type Published = { number: string; this_update: Date; list: Buffer };

/**
 * Signs the list of an authority and puts it in the place of the one before, after a last look at what was signed. One
 * at a time for each authority; answers its number. A certificate that ended since the last list stands in this one
 * once more, so that nobody misses that it was revoked (RFC 5280, 3.3).
 */
export async function publishList(
  runtime: Pick<Runtime, 'db' | 'keys' | 'pkiUrl'>,
  authorityId: string,
  now: Date,
): Promise<number> {
  return runtime.db.transaction().execute((tx) => publishListIn(runtime, tx, authorityId, now));
}

/** As {@link publishList}, in a transaction of the caller's. */
export async function publishListIn(
  runtime: Pick<Runtime, 'keys' | 'pkiUrl'>,
  tx: Db,
  authorityId: string,
  now: Date,
): Promise<number> {
  // The row may not be there yet, so that the authority's is what two wait for.
  await sql`select from certificate_authority where id = ${authorityId} for no key update`.execute(tx);
  const { rows } = await sql<Published>`select number, this_update, list from certificate_revocation_list
    where authority_id = ${authorityId}`.execute(tx);
  const published = rows[0] ?? null;
  const since = published === null ? new Date(0) : new Date(Math.min(published.this_update.getTime(), now.getTime()));
  const { issuer, signer } = await openAuthority(runtime, tx, authorityId);
  const revoked = await sql<{ serial: Buffer; at: Date; reason: RevocationReason }>`
    select serial, revoked_at as at, revocation_reason as reason from certificate
    where authority_id = ${authorityId} and state = 'revoked'
      and valid_to >= ${since}`.execute(tx);
  const number = Number(published?.number ?? 0) + 1;
  const nextUpdate = new Date(now.getTime() + LIST_VALIDITY);
  const list = Buffer.from(
    await signList({ number, thisUpdate: now, nextUpdate, revocations: revoked.rows }, issuer, signer),
  );
  const why = whyNotPublish(readList(list, issuer), published && readList(published.list, issuer), now);
  if (why) throw new Error(`The list of ${authorityId} was not published: ${why}`);
  await sql`
    insert into certificate_revocation_list (authority_id, number, this_update, next_update, list)
    values (${authorityId}, ${number}, ${now}, ${nextUpdate}, ${list})
    on conflict (authority_id) do update set number = excluded.number, this_update = excluded.this_update,
      next_update = excluded.next_update, list = excluded.list`.execute(tx);
  return number;
}
