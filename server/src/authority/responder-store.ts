/** Who answers on the status of an authority's certificates: a key of its own, renewed in time (RFC 6960, 4.2.2.2). */
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Runtime } from '../runtime.ts';
import type { Responder } from '../x509/ocsp.ts';
import { newPrivateKey, openSigner } from '../x509/signer.ts';
import { issue } from './issue.ts';
import { builtInProfile } from './profile-store.ts';

const KEY_TYPE = 'ec_p256';
const DAY = 86_400_000;
/** One with less time left is renewed: there are ten days in which a job may fail. */
const RENEWED = 10 * DAY;

const context = (authorityId: string): string => `ocsp-responder:${authorityId}`;

/** Makes a new key with a certificate, in the place of the one before. The caller's transaction commits it. */
export async function renewResponder(
  runtime: Pick<Runtime, 'aside' | 'keys' | 'pkiUrl' | 'seal'>,
  tx: Db,
  authorityId: string,
  now: Date,
): Promise<void> {
  const privateKey = await newPrivateKey(KEY_TYPE);
  const { publicKey } = openSigner(privateKey);
  const profile = await builtInProfile(tx, 'ocsp_signer');
  const subject = { common_name: 'Status responder' };
  const order = { profile, subject, publicKey, keyType: KEY_TYPE, by: null } as const;
  const { id, validTo } = await issue(runtime, tx, authorityId, order, now);
  const sealed = runtime.seal.seal(privateKey, context(authorityId));
  await sql`
    insert into ocsp_responder (authority_id, certificate_id, key_sealed, valid_to)
    values (${authorityId}, ${id}, ${sealed}, ${validTo})
    on conflict (authority_id) do update set certificate_id = excluded.certificate_id,
      key_sealed = excluded.key_sealed, valid_to = excluded.valid_to`.execute(tx);
}

/**
 * Renews those that end soon, and those that begin later since the clock that made them was ahead, each in a
 * transaction of its own; answers how many. One that ends with its authority can't be followed by a longer one. Of a
 * revoked authority as well: until its end somebody has to answer that all that it signed is revoked. Where the key of
 * one does not answer, the others are renewed, and the first failure is thrown afterwards; of a revoked one it is no
 * standstill, for its key may have been the reason.
 */
export async function renewDueResponders(runtime: Runtime, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; revoked: boolean }>`
    select ca.id, ca.state = 'revoked' as revoked
    from certificate_authority ca left join ocsp_responder r on r.authority_id = ca.id
    left join certificate c on c.id = r.certificate_id
    where (ca.state in ('active', 'retired')
        or ca.state = 'revoked' and ca.issuer_id is not null and ca.certificate_id is not null)
      and ca.valid_to > ${now}
      and (r.authority_id is null or c.valid_from > ${now}
        or r.valid_to < least(${new Date(now.getTime() + RENEWED)}, ca.valid_to))`.execute(runtime.db);
  const failures: unknown[] = [];
  for (const { id, revoked } of rows) {
    try {
      await runtime.db.transaction().execute((tx) => renewResponder(runtime, tx, id, now));
    } catch (error) {
      if (!revoked) failures.push(error);
      runtime.log.warn({ err: error, authority: id }, 'the responder of a certificate authority was not renewed');
    }
  }
  if (failures.length > 0) throw failures[0];
  return rows.length;
}

/** Who answers for an authority now; null where nobody does. */
export async function openResponder(
  { db, seal }: Pick<Runtime, 'db' | 'seal'>,
  authorityId: string,
  now: Date,
): Promise<Responder | null> {
  const { rows } = await sql<{ key_sealed: Buffer; certificate: Buffer }>`
    select r.key_sealed, c.certificate from ocsp_responder r join certificate c on c.id = r.certificate_id
    where r.authority_id = ${authorityId} and r.valid_to > ${now}`.execute(db);
  if (!rows[0]) return null;
  const { key_sealed, certificate } = rows[0];
  return { signer: openSigner(seal.open(key_sealed, context(authorityId))), certificate: new Uint8Array(certificate) };
}
