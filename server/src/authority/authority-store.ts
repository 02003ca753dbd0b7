/** Authorities as they are stored, and how one is opened to sign. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';
import type { StoredKey } from '../keys/key-store.ts';
import type { Runtime } from '../runtime.ts';
import type { Addresses } from '../x509/extensions.ts';
import type { Issuer } from '../x509/issuer.ts';
import type { KeyType } from '@signet/contract/key-types';
import type { Signer } from '../x509/signer.ts';
import type { AuthorityState } from './tables.ts';

type Row = {
  id: string;
  name: string;
  state: AuthorityState;
  issuer_id: string | null;
  account_id: string | null;
  certificate_id: string | null;
  key_type: KeyType;
  key_location: StoredKey['location'];
  key_sealed: Buffer | null;
  key_reference: string | null;
  public_key: Buffer;
  subject: Buffer;
  valid_to: Date;
};

/** An authority with what signs for it. */
export type OpenAuthority = { id: string; issuer: Issuer; signer: Signer; state: AuthorityState; validTo: Date };

/**
 * Where certificates say that they are checked: as people reach the platform, but by plain http always, for which the
 * port of https says nothing. Programs that check certificates fetch nothing by https (RFC 5280, 8).
 */
export const pkiUrlOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `http://${new URL(publicUrl).hostname}` : publicUrl;

/** Beside the paths of the contract: what programs that check certificates ask for, without a session. */
export const addressesOf = (pkiUrl: string, authorityId: string): Addresses => ({
  crl: `${pkiUrl}/certificate-authority/crl/${authorityId}.crl`,
  ocsp: `${pkiUrl}/certificate-authority/ocsp/${authorityId}`,
  issuer: `${pkiUrl}/certificate-authority/ca/${authorityId}.cer`,
});

const COLUMNS = sql`id, name, state, issuer_id, account_id, certificate_id, key_type, key_location, key_sealed,
  key_reference, public_key, subject, valid_to`;

/** Who signs, of any authority, by its row. */
export const issuerOf = ({ id, subject, public_key, key_type, state, valid_to }: Row, pkiUrl: string): Issuer => ({
  name: new Uint8Array(subject),
  publicKey: new Uint8Array(public_key),
  keyType: key_type,
  notAfter: state === 'intended' ? null : valid_to,
  addresses: addressesOf(pkiUrl, id),
});

async function findAuthority(db: Db, where: RawBuilder<boolean>): Promise<Row | null> {
  const { rows } = await sql<Row>`select ${COLUMNS} from certificate_authority where ${where}`.execute(db);
  return rows[0] ?? null;
}

/** The name and key by which an authority is known, without its private key; null where there is none. */
export async function knownIssuer(runtime: Pick<Runtime, 'db' | 'pkiUrl'>, id: string): Promise<Issuer | null> {
  const row = await findAuthority(runtime.db, sql<boolean>`id = ${id} and state <> 'intended'`);
  return row && issuerOf(row, runtime.pkiUrl);
}

/** Opens an authority. Throws where there is none, and KeyUnavailable where its key can't be reached. */
export async function openAuthority(
  { keys, pkiUrl }: Pick<Runtime, 'keys' | 'pkiUrl'>,
  db: Db,
  id: string,
): Promise<OpenAuthority> {
  const row = await findAuthority(db, sql<boolean>`id = ${id}`);
  if (!row) throw new Error(`There is no authority ${id}.`);
  const signer = await keys.open(id, {
    location: row.key_location,
    sealed: row.key_sealed,
    reference: row.key_reference,
    publicKey: row.public_key,
  });
  return { id, issuer: issuerOf(row, pkiUrl), signer, state: row.state, validTo: row.valid_to };
}

/**
 * The authority that signs for an account: its own, the youngest of them, else the platform's. Null where there is none
 * that is active and has time left.
 */
export async function authorityFor(db: Db, accountId: string | null, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ca.id from certificate_authority ca
    where ca.state = 'active' and ca.issuer_id is not null and ca.valid_to > ${now}
      and (ca.account_id is null or ca.account_id = ${accountId})
    order by (ca.account_id is null), ca.created_at desc, ca.id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** An authority that signs, or what has taken its place since; null where neither signs any more. */
export async function activeInPlaceOf(db: Db, id: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive line (id, state, valid_to, depth) as (
      select id, state, valid_to, 0 from certificate_authority where id = ${id}
      union all
      select next.id, next.state, next.valid_to, depth + 1
      from line join certificate_authority next on next.replaces_id = line.id where depth < 50
    )
    select id from line where state = 'active' and valid_to > ${now} order by depth desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Who signs for an account by a template: the authority that it names, as long as that one or what has taken its place
 * signs, else the account's. Null as {@link authorityFor} has it.
 */
export async function signerBy(
  db: Db,
  named: string | null,
  accountId: string,
  now: Date,
): Promise<{ id: string; account_id: string | null } | null> {
  const id =
    (named === null ? null : await activeInPlaceOf(db, named, now)) ?? (await authorityFor(db, accountId, now));
  if (id === null) return null;
  return db
    .selectFrom('certificate_authority')
    .select(['id', 'account_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The certificates from an authority up to its root, DER, its own first. */
export async function chainOf(db: Db, authorityId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ certificate: Buffer }>`
    with recursive chain (id, issuer_id, certificate_id, depth) as (
      select id, issuer_id, certificate_id, 0 from certificate_authority where id = ${authorityId}
      union all
      select above.id, above.issuer_id, above.certificate_id, depth + 1
      from chain join certificate_authority above on above.id = chain.issuer_id where depth < 8
    )
    select c.certificate from chain join certificate c on c.id = chain.certificate_id
    where c.certificate is not null order by depth`.execute(db);
  return rows.map(({ certificate }) => certificate);
}
