/** Every night all that was signed is read again, since rows can change without anybody having meant it. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { readList } from '../x509/crl.ts';
import type { Issuer } from '../x509/issuer.ts';
import { knownIssuer } from './authority-store.ts';
import { LATE } from './list-store.ts';
import { profileById } from './profile-store.ts';
import { findingsOf } from './record-check.ts';

/** The job; it takes no payload. */
export const CHECK_JOB = 'authority-check';
/** Certificates that are read at once; after each few, whoever waits has a turn. */
const BATCH = 200;
const AT_ONCE = 10;

type Parts = Pick<Runtime, 'db' | 'pkiUrl'>;
type Row = {
  id: string;
  authority_id: string;
  certificate: Buffer;
  serial: Buffer;
  fingerprint: string | null;
  valid_from: Date;
  valid_to: Date;
  profile_id: string | null;
};

/** The rows of a batch, after the one whose id is given. */
async function batchAfter(db: Db, last: string | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, authority_id, certificate, serial, fingerprint, valid_from, valid_to, profile_id from certificate
    where authority_id is not null and certificate is not null ${last === null ? sql`` : sql`and id > ${last}`}
    order by id limit ${BATCH}`.execute(db);
  return rows;
}

/** Keeps what was found of these certificates, and forgets what is well again. */
async function keep(db: Db, ids: readonly string[], found: ReadonlyMap<string, string[]>, now: Date): Promise<void> {
  await sql`delete from certificate_finding where certificate_id = any(${[...ids]}::uuid[])
    and not certificate_id = any(${[...found.keys()]}::uuid[])`.execute(db);
  for (const [id, findings] of found)
    await sql`insert into certificate_finding (certificate_id, findings, found_at) values (${id}, ${findings}, ${now})
      on conflict (certificate_id) do update set findings = excluded.findings`.execute(db);
}

/**
 * Whether the newest list of an authority has all that was revoked before it was signed. What was revoked shortly
 * before may have been committed after it; another list has it as soon as this one is so old.
 */
async function listFindings(db: Db, authorityId: string, issuer: Issuer): Promise<string[]> {
  const { rows } = await sql<{ list: Buffer; this_update: Date }>`select list, this_update
    from certificate_revocation_list where authority_id = ${authorityId}`.execute(db);
  if (!rows[0]) return [];
  const { list, this_update } = rows[0];
  const read = readList(list, issuer);
  if (!read) return ['list_signature'];
  const listed = read.serials.map((serial) => Buffer.from(serial.toString('hex').replace(/^(?:00)+(?=..)/, ''), 'hex'));
  const missing = await sql<{ missing: number }>`select count(*)::int as missing from certificate
    where authority_id = ${authorityId} and state = 'revoked' and revoked_at < ${new Date(this_update.getTime() - LATE)}
      and valid_to > ${this_update} and not serial = any(${listed}::bytea[])`.execute(db);
  return missing.rows[0]?.missing === 0 ? [] : ['list_lacks_revoked'];
}

/** Looks at all that was signed here, in batches; answers how many certificates there were and how many are wrong. */
export async function checkRecords(runtime: Parts, now: Date): Promise<{ looked: number; wrong: number }> {
  const { db } = runtime;
  const issuers = new Map<string, Issuer | null>();
  const profiles = new Map<string, Awaited<ReturnType<typeof profileById>>>();
  const counted = { looked: 0, wrong: 0 };
  const { rows: own } = await sql<{ id: string; certificate_id: string }>`select id, certificate_id
    from certificate_authority where certificate_id is not null and state <> 'intended'`.execute(db);
  const ownCertificates = new Map(own.map(({ id, certificate_id }) => [certificate_id, id]));
  for (let rows = await batchAfter(db, null); rows.length > 0; rows = await batchAfter(db, rows.at(-1)?.id ?? null)) {
    const found = new Map<string, string[]>();
    for (const [at, row] of rows.entries()) {
      if (at % AT_ONCE === 0) await setImmediate();
      const issuer = await once(issuers, row.authority_id, (id) => knownIssuer(runtime, id));
      const profile = row.profile_id && (await once(profiles, row.profile_id, (id) => profileById(db, id)));
      const stored = { ...row, validFrom: row.valid_from, validTo: row.valid_to };
      const authorityId = ownCertificates.get(row.id);
      const findings = issuer
        ? [
            ...findingsOf({ ...stored, profile: profile && profile.own ? profile : null }, issuer),
            ...(await ownList(runtime, authorityId)),
          ]
        : ['no_authority'];
      if (findings.length > 0) found.set(row.id, findings);
    }
    await keep(
      db,
      rows.map(({ id }) => id),
      found,
      now,
    );
    counted.looked += rows.length;
    counted.wrong += found.size;
  }
  return counted;
}

/** What is wrong with the list of the authority whose certificate is looked at. */
async function ownList(runtime: Parts, authorityId: string | undefined): Promise<string[]> {
  const issuer = authorityId === undefined ? null : await knownIssuer(runtime, authorityId);
  return issuer && authorityId !== undefined ? listFindings(runtime.db, authorityId, issuer) : [];
}

/** Asks once for each key. */
async function once<V>(known: Map<string, V>, key: string, ask: (key: string) => Promise<V>): Promise<V> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = await ask(key);
  known.set(key, answer);
  return answer;
}
