/** The keys that ID tokens are signed with, and their rotation. */
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';

const DAY = 86_400_000;
/** How long a key signs. The next one has been published for as long. */
export const SIGNS_DAYS = 90;
/** How long a retired key is still published: far longer than anything lives that it signed. */
export const RETIRED_DAYS = 30;
/** What every client of OpenID Connect can check (Core 1.0, 15.1). */
export const SIGNING_ALG = 'RS256';

type State = 'next' | 'current' | 'retired';
type Row = { id: string; state: State; private_sealed: Buffer; state_since: Date };
type Keys = Pick<Runtime, 'db' | 'seal'>;

const contextOf = (id: string): string => `oauth-signing-key:${id}`;

async function makeKey(tx: Db, { seal }: Keys, state: State, now: Date): Promise<void> {
  const id = newId();
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALG, { extractable: true, modulusLength: 2048 });
  const sealed = seal.seal(Buffer.from(JSON.stringify(await exportJWK(privateKey))), contextOf(id));
  const shown = { ...(await exportJWK(publicKey)), kid: id, use: 'sig', alg: SIGNING_ALG };
  await sql`insert into oauth_signing_key (id, state, public_jwk, private_sealed, created_at, state_since)
    values (${id}, ${state}, ${JSON.stringify(shown)}, ${sealed}, ${now}, ${now}) on conflict do nothing`.execute(tx);
}

const readRows = async (db: Db): Promise<Row[]> =>
  (
    await sql<Row>`select id, state, private_sealed, state_since from oauth_signing_key
      order by array_position(array['current', 'next', 'retired'], state), state_since desc`.execute(db)
  ).rows;

/** All that are published, the one that signs first; made where there are none. */
export async function readSigningKeys(keys: Keys, now: Date): Promise<{ id: string; jwk: JWK }[]> {
  let rows = await readRows(keys.db);
  if (!rows.some(({ state }) => state === 'current')) {
    await makeKey(keys.db, keys, 'current', now);
    await makeKey(keys.db, keys, 'next', now);
    rows = await readRows(keys.db);
  }
  return rows.map(({ id, private_sealed }) => {
    const jwk: JWK = JSON.parse(keys.seal.open(private_sealed, contextOf(id)).toString());
    return { id, jwk: { ...jwk, kid: id, use: 'sig', alg: SIGNING_ALG } };
  });
}

/**
 * Lets the next key sign where the current one has done so for long enough, and takes away what nobody asks about any
 * more. Safe in several processes at once; true where there is another key now.
 */
export async function rotateSigningKeys(keys: Keys, now: Date): Promise<boolean> {
  const due = new Date(now.getTime() - SIGNS_DAYS * DAY);
  const gone = new Date(now.getTime() - RETIRED_DAYS * DAY);
  return keys.db.transaction().execute(async (tx) => {
    await sql`delete from oauth_signing_key where state = 'retired' and state_since <= ${gone}`.execute(tx);
    const { numAffectedRows } = await sql`update oauth_signing_key set state = 'retired', state_since = ${now}
      where state = 'current' and state_since <= ${due}`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await sql`update oauth_signing_key set state = 'current', state_since = ${now} where state = 'next'`.execute(tx);
    await makeKey(tx, keys, 'next', now);
    return true;
  });
}
