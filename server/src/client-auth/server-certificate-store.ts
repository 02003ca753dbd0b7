/** The certificate with which the address that asks for certificates shows itself, by the platform's own authority. */
import { sql } from 'kysely';
import { authorityFor, chainOf } from '../authority/authority-store.ts';
import { issue } from '../authority/issue.ts';
import { builtInProfile } from '../authority/profile-store.ts';
import { authorityStands } from '../db/authority-stands.ts';
import { waitForLock } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import { namesOfHost } from '../x509/extensions.ts';
import { newPrivateKey, openSigner } from '../x509/signer.ts';

const KEY_TYPE = 'ec_p256';
const CONTEXT = 'client-auth-server';
const DAY = 86_400_000;
/** One with less time left is renewed. */
const RENEWED = 30 * DAY;

/** A private key with its certificate and those above it but the root's, DER. */
export type ServerCertificate = { key: Buffer; chain: Buffer[]; validTo: Date };

type Parts = Pick<Runtime, 'db' | 'aside' | 'keys' | 'seal' | 'pkiUrl'>;
type Row = { key_sealed: Buffer; certificate: Buffer; authority_id: string; valid_to: Date };

/**
 * What this host shows itself with, the same in every process; made where there is none, or it ends soon. Null as long
 * as the platform has no authority.
 */
export async function serverCertificate(parts: Parts, host: string, now: Date): Promise<ServerCertificate | null> {
  const found = await find(parts.db, host, now);
  if (found) return opened(parts, parts.db, found);
  return parts.db.transaction().execute(async (tx) => {
    await waitForLock(tx, 'serverCertificate');
    const meanwhile = (await find(tx, host, now)) ?? (await renew(parts, tx, host, now));
    return meanwhile && opened(parts, tx, meanwhile);
  });
}

async function find(db: Db, host: string, now: Date): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select s.key_sealed, s.valid_to, c.certificate, c.authority_id
    from client_auth_server s join certificate c on c.id = s.certificate_id
      join certificate_authority ca on ca.id = c.authority_id
    where s.host = ${host} and s.valid_to > ${now} and c.state = 'issued'
      -- One that ends with an authority which still signs can't be followed by a longer one.
      and (s.valid_to > ${new Date(now.getTime() + RENEWED)} or ca.state = 'active' and s.valid_to >= ca.valid_to)
      and ${authorityStands('c')}`.execute(db);
  return rows[0] ?? null;
}

async function renew(parts: Parts, tx: Db, host: string, now: Date): Promise<Row | null> {
  const authorityId = await authorityFor(tx, null, now);
  if (authorityId === null) return null;
  const privateKey = await newPrivateKey(KEY_TYPE);
  const order = {
    profile: await builtInProfile(tx, 'server_auth'),
    subject: { common_name: host.slice(0, 64) },
    names: namesOf(host),
    publicKey: openSigner(privateKey).publicKey,
    keyType: KEY_TYPE,
    by: null,
  } as const;
  const { id, certificate, validTo } = await issue(parts, tx, authorityId, order, now);
  const sealed = parts.seal.seal(privateKey, CONTEXT);
  await sql`
    insert into client_auth_server (certificate_id, key_sealed, host, valid_to)
    values (${id}, ${sealed}, ${host}, ${validTo})
    on conflict (single) do update set certificate_id = excluded.certificate_id,
      key_sealed = excluded.key_sealed, host = excluded.host, valid_to = excluded.valid_to`.execute(tx);
  return { key_sealed: sealed, certificate, authority_id: authorityId, valid_to: validTo };
}

/** On the own machine it is asked for by any of its names. */
function namesOf(host: string) {
  if (host === 'localhost') return { hosts: [host], addresses: ['127.0.0.1', '::1'] };
  return namesOfHost(host);
}

async function opened({ seal }: Parts, db: Db, row: Row): Promise<ServerCertificate> {
  const above = await chainOf(db, row.authority_id);
  return {
    key: seal.open(row.key_sealed, CONTEXT),
    chain: [row.certificate, ...above.slice(0, -1)],
    validTo: row.valid_to,
  };
}
