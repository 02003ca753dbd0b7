/** Certificate profiles as they are stored: the product's own, and those that people made. */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { type BUILT_IN, type CertificateProfile, type KeyUsageName, type Purpose } from '../x509/profile.ts';
import type { KeyType } from '@signet/contract/key-types';
import type { CertType } from '@signet/contract/areas/certificate-template-record';

export type BuiltIn = keyof typeof BUILT_IN;
export type StoredProfile = CertificateProfile & { id: string; certType: CertType };

type Row = {
  id: string;
  cert_type: CertType;
  path_length: number | null;
  key_usage: KeyUsageName[];
  purposes: Purpose[];
  key_types: KeyType[];
  days: number;
  unrevocable: boolean;
};

const COLUMNS = sql`id, cert_type, path_length, key_usage, purposes, key_types, days, unrevocable`;

const profileOf = ({ id, cert_type, path_length, key_usage, purposes, key_types, days, unrevocable }: Row) => ({
  id,
  certType: cert_type,
  pathLength: path_length,
  keyUsage: key_usage,
  purposes,
  keyTypes: key_types,
  days,
  unrevocable,
});

/** A profile of the product's own. */
export async function builtInProfile(db: Db, name: BuiltIn): Promise<StoredProfile> {
  const { rows } = await sql<Row>`select ${COLUMNS} from certificate_profile where built_in = ${name}`.execute(db);
  if (!rows[0]) throw new Error(`There is no profile ${name}.`);
  return profileOf(rows[0]);
}

/** A profile by its id, archived ones too; `own`: the product's, which nobody changes. Null where there is none. */
export async function profileById(db: Db, id: string): Promise<(StoredProfile & { own: boolean }) | null> {
  const { rows } = await sql<Row & { own: boolean }>`select ${COLUMNS}, built_in is not null as own
    from certificate_profile where id = ${id}`.execute(db);
  return rows[0] ? { ...profileOf(rows[0]), own: rows[0].own } : null;
}

/** A profile by its id; null where there is none, or it is archived. Who may use it is the caller's question. */
export async function profileToIssue(db: Db, id: string): Promise<StoredProfile | null> {
  const { rows } = await sql<Row>`select ${COLUMNS} from certificate_profile
    where id = ${id} and archived_at is null`.execute(db);
  return rows[0] ? profileOf(rows[0]) : null;
}
