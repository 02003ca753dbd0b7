/**
 * Our own keys as a service provider, of each account its own. One is current and signs; one may be next, of which
 * providers are told beside it; those that are retired open what is encrypted to them still.
 */
import type { SamlCertificateState } from '@signet/contract/areas/saml-names';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem } from '@signet/contract/problem';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { newOwnKey } from './own-key.ts';
import { ownMetadata } from './service-provider.ts';

export type OpenedKey = { certificate: Buffer; privateKey: Buffer; state: SamlCertificateState };
/** A key as it is shown: without what is secret of it. */
export type ShownKey = {
  id: string;
  certificate: Buffer;
  state: SamlCertificateState;
  created_at: Date;
  valid_to: Date;
};

/** By what a private key is bound to its row. */
export const samlKeyContext = (id: string): string => `saml-key:${id}`;

/** The keys of an account, opened, the one that signs first. */
export async function ownKeys(db: Db, seal: Runtime['seal'], accountId: string): Promise<OpenedKey[]> {
  const { rows } = await sql<{ id: string; certificate: Buffer; key_sealed: Buffer; state: SamlCertificateState }>`
    select id, certificate, key_sealed, state from saml_key where account_id = ${accountId}
    order by array_position(array['current', 'next', 'retired'], state), created_at desc`.execute(db);
  return rows.map(({ id, key_sealed, certificate, state }) => ({
    certificate,
    state,
    privateKey: seal.open(key_sealed, samlKeyContext(id)),
  }));
}

/** The keys of an account, what is next first, as its provider's certificates are ordered. */
export async function shownKeys(db: Db, accountId: string): Promise<ShownKey[]> {
  const { rows } = await sql<ShownKey>`
    select id, certificate, state, created_at, valid_to from saml_key where account_id = ${accountId}
    order by array_position(array['next', 'current', 'retired'], state), created_at desc, id`.execute(db);
  return rows;
}

/** What providers are told of the platform for an account: all keys but the retired. Null without a configuration. */
export async function serviceProviderMetadata(
  db: Db,
  place: Pick<Runtime, 'publicUrl'>,
  accountId: string,
): Promise<string | null> {
  const { rows } = await sql<{ certificate: Buffer }>`
    select k.certificate from saml_key k join account a on a.id = k.account_id
    where k.account_id = ${accountId} and k.state <> 'retired' and a.deleted_at is null
    order by array_position(array['current', 'next'], k.state)`.execute(db);
  return rows.length === 0
    ? null
    : ownMetadata(
        place,
        accountId,
        rows.map(({ certificate }) => certificate),
      );
}

/** Makes and keeps a key for an account. */
export async function addOwnKey(
  tx: Db,
  { seal, publicUrl }: Pick<Runtime, 'seal' | 'publicUrl'>,
  { accountId, state, now }: { accountId: string; state: 'current' | 'next'; now: Date },
): Promise<void> {
  const { privateKey, certificate, validTo } = await newOwnKey(new URL(publicUrl).hostname, now);
  const id = newId();
  const values = { id, account_id: accountId, certificate, state, created_at: now };
  await tx
    .insertInto('saml_key')
    .values({ ...values, valid_to: validTo, key_sealed: seal.seal(privateKey, samlKeyContext(id)) })
    .execute();
}

/** Throws SAML_KEY_EXISTS where there is a next one, and SAML_KEYS_TOO_MANY. */
export function requireRoomForKey(keys: readonly ShownKey[]): void {
  if (keys.some(({ state }) => state === 'next')) throw new Problem('SAML_KEY_EXISTS');
  const max = LIMITS.samlKeysMax;
  if (keys.length >= max) throw new Problem('SAML_KEYS_TOO_MANY', { params: { max } });
}

/** The key signs from now on, and what was current is retired. Answers whether that is new. Throws 404. */
export async function signWith(tx: Db, accountId: string, keys: readonly ShownKey[], id: string): Promise<boolean> {
  const key = keys.find((one) => one.id === id);
  if (!key) throw notFound();
  if (key.state === 'current') return false;
  const set = (state: SamlCertificateState, where: 'id' | 'state', is: string) =>
    tx.updateTable('saml_key').set({ state }).where('account_id', '=', accountId).where(where, '=', is).execute();
  await set('retired', 'state', 'current');
  await set('current', 'id', id);
  return true;
}

/** Throws 404, and SAML_KEY_CURRENT for the one that signs. */
export async function forgetKey(tx: Db, accountId: string, keys: readonly ShownKey[], id: string): Promise<void> {
  const key = keys.find((one) => one.id === id);
  if (!key) throw notFound();
  if (key.state === 'current') throw new Problem('SAML_KEY_CURRENT');
  await tx.deleteFrom('saml_key').where('account_id', '=', accountId).where('id', '=', id).execute();
}
