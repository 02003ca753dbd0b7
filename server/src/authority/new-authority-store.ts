/** How an authority comes to be, at the set-up of a platform and later. */
import { AsnConvert } from '@peculiar/asn1-schema';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { makeName, type NameComponents } from '../x509/distinguished-name.ts';
import type { KeyType } from '@signet/contract/key-types';
import { openAuthority } from './authority-store.ts';
import { issueBy } from './issue.ts';
import { publishListIn } from './list-store.ts';
import { builtInProfile } from './profile-store.ts';
import { renewResponder } from './responder-store.ts';

type Parts = Pick<Runtime, 'aside' | 'keys' | 'pkiUrl' | 'seal'>;

export type NewAuthority = {
  /** How people call it. */
  name: string;
  subject: NameComponents & { common_name: string };
  keyType: KeyType;
  /** Who signs its certificate; null for a root, which signs its own. */
  issuerId: string | null;
  /** Whose it is; null for the platform's. */
  accountId: string | null;
  /** The authority whose place it takes, which signs no certificates from then on. */
  replacesId?: string;
  by: string | null;
};

/**
 * Makes an authority with key, certificate, first list and responder; answers its id. Key and intentions are committed
 * beside the transaction, all that follows in it. Throws NotIssuable and KeyUnavailable.
 */
export async function makeAuthority(runtime: Parts, tx: Db, wanted: NewAuthority, now: Date): Promise<string> {
  const { name, subject, keyType, issuerId, accountId, replacesId = null, by } = wanted;
  const id = newId();
  const key = await runtime.keys.create({ id, type: keyType, label: name });
  const stamps = { created_at: now, updated_at: now, updated_by: by };
  await runtime.aside
    .insertInto('certificate_authority')
    .values({
      id,
      name,
      issuer_id: issuerId,
      account_id: accountId,
      state: 'intended',
      key_type: keyType,
      key_location: key.location,
      key_sealed: key.sealed && Buffer.from(key.sealed),
      key_reference: key.reference,
      public_key: Buffer.from(key.publicKey),
      subject: Buffer.from(AsnConvert.serialize(makeName(subject))),
      valid_from: now,
      valid_to: now,
      replaces_id: replacesId,
      ...stamps,
    })
    .execute();
  const signs = await openAuthority(runtime, tx, issuerId ?? id);
  const profile = await builtInProfile(tx, issuerId === null ? 'root' : 'issuing');
  const order = { profile, subject, publicKey: key.publicKey, keyType, belongsTo: { accountId }, by };
  const issued = await issueBy(runtime, tx, signs, order, now);
  await tx
    .updateTable('certificate_authority')
    .set({ state: 'active', certificate_id: issued.id, valid_from: issued.validFrom, valid_to: issued.validTo })
    .where('id', '=', id)
    .execute();
  if (replacesId !== null)
    await sql`update certificate_authority set state = 'retired', version = version + 1, updated_at = ${now},
      updated_by = ${by} where id = ${replacesId} and state = 'active'`.execute(tx);
  await publishListIn(runtime, tx, id, now);
  await renewResponder(runtime, tx, id, now);
  return id;
}
