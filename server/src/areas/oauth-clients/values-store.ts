/** Making and editing an OAuth client: what it may be given, by whom. */
import type { ClientScope } from '@signet/contract/areas/oauth-client-record';
import {
  scopeOfAccount,
  whyNotClientValues,
  whyNotEditOauthClient,
  whyNotGrantScope,
  type ClientValues,
} from '@signet/contract/areas/oauth-client-rules';
import type { OauthClient, oauthClientCreate, oauthClientEdit } from '@signet/contract/areas/oauth-clients';
import { LIMITS } from '@signet/contract/limits';
import { notFound, Problem, refuseField } from '@signet/contract/problem';
import type { Scope, Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { changeRecord, createRecord, type Changed, type Created } from '../../db/record.ts';
import { newId } from '../../ids.ts';
import { visibleOauthClients } from '../../sight.ts';
import { newClientId } from '../../sign-in/tokens/token-text.ts';
import { dropSecrets, insertSecret } from './secret-store.ts';
import { KIND } from './store.ts';

type Create = Omit<z.output<typeof oauthClientCreate>, 'name'> & { name?: string | undefined };
type Edit = z.output<typeof oauthClientEdit>;

/** What a client is that nothing is said of. */
const NEW: ClientValues = {
  authentication: 'client_secret',
  grant_types: ['client_credentials'],
  redirect_uris: [],
  scopes: [],
  jwks: null,
  jwks_uri: null,
};

/** What it will be: what is left out stays, but the keys of one that signs no more. */
function merged(before: ClientValues, edited: Omit<Edit, 'name'>) {
  const authentication = edited.authentication ?? before.authentication;
  const kept = authentication === 'private_key_jwt' ? before : NEW;
  return {
    authentication,
    grant_types: [...(edited.grant_types ?? before.grant_types)],
    redirect_uris: [...(edited.redirect_uris ?? before.redirect_uris)],
    scopes: [...(edited.scopes ?? before.scopes)],
    jwks: edited.jwks === undefined ? kept.jwks : edited.jwks,
    jwks_uri: edited.jwks_uri === undefined ? kept.jwks_uri : edited.jwks_uri,
  } satisfies ClientValues;
}

/** Throws what does not go together under its field, and the first scope of the new ones that can't be given. */
function requireFits(viewer: Viewer, accountScope: Scope, values: ClientValues, had: readonly ClientScope[]): void {
  for (const [field, reason] of Object.entries(whyNotClientValues(values))) refuseField(field, reason);
  const added = values.scopes.filter((scope) => !had.includes(scope));
  for (const scope of added) refuseField('scopes', whyNotGrantScope(viewer, accountScope, scope));
}

type Account = { id: string; system_account: boolean; type: 'standard' | 'partner' };

/** The account; it stays, and with `lock` its clients are counted one by one. Throws 404. */
async function accountOf(viewer: Viewer, tx: Db, id: string, { lock = false } = {}): Promise<Account> {
  const { rows } = await sql<Account>`select a.id, a.system_account, a.type from account a
    where a.id = ${id} and ${visibleOauthClients(viewer)}
    ${lock ? sql`for no key update of a` : sql`for key share of a`}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The account that a new client is for: the one named, else the viewer's own, in system scope the platform's. */
async function ownAccount(viewer: Viewer, tx: Db): Promise<string> {
  if (viewer.scope !== 'system') {
    if (viewer.primaryAccountId === null) throw notFound();
    return viewer.primaryAccountId;
  }
  const { rows } = await sql<{ id: string }>`select id from account where system_account`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0].id;
}

/**
 * Makes a client, and its secret where it has one, whose text is answered this once. Throws 404 for an account out of
 * sight, OAUTH_CLIENT_LIMIT, and what is wrong or taken under its field.
 */
export async function createClient(
  viewer: Viewer,
  tx: Db,
  accountId: string | undefined,
  { name, ...given }: Create,
  now: Date,
): Promise<Created<OauthClient> & { text: string | null }> {
  const account = await accountOf(viewer, tx, accountId ?? (await ownAccount(viewer, tx)), { lock: true });
  const values = merged(NEW, given);
  requireFits(viewer, scopeOfAccount(account), values, []);
  const { rows } = await sql<{ clients: number }>`
    select count(*)::int as clients from oauth_client where account_id = ${account.id}`.execute(tx);
  if ((rows[0]?.clients ?? 0) >= LIMITS.oauthClientsMax)
    throw new Problem('OAUTH_CLIENT_LIMIT', { params: { max: LIMITS.oauthClientsMax } });
  const id = newId();
  const client_id = newClientId();
  const row = { ...values, account_id: account.id, client_id, name: name ?? `OAuth client ${client_id.slice(0, 6)}` };
  const created = await createRecord(KIND, viewer, tx, { id, key: id, values: row, now });
  if (values.authentication !== 'client_secret') return { ...created, text: null };
  const text = await insertSecret(tx, id, now);
  return { ...created, after: await KIND.read(viewer, tx, id, { lock: false, now }), text };
}

/**
 * Saves what is given and keeps the rest. Throws 404, the reason of the rule, CHANGED_MEANWHILE, and what is wrong or
 * taken under its field.
 */
export async function updateClient(
  viewer: Viewer,
  tx: Db,
  id: string,
  { name, ...given }: Edit,
  version: number | undefined,
  now: Date,
): Promise<Changed<OauthClient>> {
  // The account before what is its own, as whoever deletes it takes them.
  const { accountId } = await KIND.read(viewer, tx, id, { lock: false, now });
  const account = await accountOf(viewer, tx, accountId);
  const changed = await changeRecord(KIND, viewer, tx, id, {
    now,
    version,
    whyNot: (before) => whyNotEditOauthClient(viewer, before),
    set(before) {
      const values = merged(before, given);
      requireFits(viewer, scopeOfAccount(account), values, before.scopes);
      return { name, ...values };
    },
  });
  if (changed.after.authentication !== 'client_secret') await dropSecrets(tx, id);
  return changed;
}
