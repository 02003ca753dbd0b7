/** The secrets of OAuth clients: one that is current, and for a while the one before it. */
import type { OauthClient } from '@signet/contract/areas/oauth-clients';
import { whyNotRegenerateSecret } from '@signet/contract/areas/oauth-client-rules';
import type { Viewer } from '@signet/contract/viewer';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { refuse, type ChangeEvent } from '../../db/record.ts';
import { requireVersion } from '../../db/version.ts';
import { newId } from '../../ids.ts';
import { hashToken } from '../../sign-in/tokens/token-store.ts';
import { lastFour, newClientSecretText } from '../../sign-in/tokens/token-text.ts';
import { readClient } from './store.ts';

const DAY_MS = 86_400_000;

/** Makes the current secret of a client that has none; answers its text, which is kept nowhere. */
export async function insertSecret(tx: Db, clientId: string, now: Date): Promise<string> {
  const text = newClientSecretText();
  await tx
    .insertInto('oauth_client_secret')
    .values({
      id: newId(),
      client_id: clientId,
      secret_hash: hashToken(text),
      last_four: lastFour(text),
      created_at: now,
      expires_at: null,
    })
    .execute();
  return text;
}

/** What the audit log keeps of a new secret: by their ends which one it is, and until when the former one is good. */
const about = (one: OauthClient): Pick<ChangeEvent, 'resource_id' | 'resource_name' | 'account_id'> => ({
  resource_id: one.id,
  resource_name: one.name,
  account_id: one.accountId,
});

function eventOf(before: OauthClient, after: OauthClient): ChangeEvent {
  const facts = ({ secrets: [current, former] }: OauthClient) => ({
    current_ends_in: current?.last_four ?? null,
    former_ends_in: former?.last_four ?? null,
    former_good_until: former?.expires_at ?? null,
  });
  return {
    ...about(after),
    before: facts(before),
    after: facts(after),
  };
}

/** `version` is the one that was read; `keepDays` the current secret stays good, unless `dropCurrent`. */
type Renewal = { keepDays: number; dropCurrent: boolean; version?: number | undefined };

/**
 * Makes a new secret. The one before it stays good for so many days, and any older one ends; with `dropCurrent` it is
 * the one before it that ends, and the older one keeps its end. Throws 404, CHANGED_MEANWHILE, and the reason of the
 * rule.
 */
export async function regenerateSecret(
  viewer: Viewer,
  tx: Db,
  id: string,
  { keepDays, dropCurrent, version }: Renewal,
  now: Date,
): Promise<{ after: OauthClient; event: ChangeEvent; text: string }> {
  await readClient(viewer, tx, id, { lock: true, now });
  // Once more: a statement that waited for the lock knows the secrets as of its own beginning.
  const before = await readClient(viewer, tx, id, { now });
  refuse(whyNotRegenerateSecret(viewer, before), about(before));
  requireVersion(before, version, about(before));
  const secrets = tx.deleteFrom('oauth_client_secret').where('client_id', '=', id);
  if (dropCurrent) {
    await secrets.where('expires_at', 'is', null).execute();
  } else {
    const expires_at = new Date(now.getTime() + keepDays * DAY_MS);
    await (keepDays === 0 ? secrets : secrets.where('expires_at', 'is not', null)).execute();
    await tx.updateTable('oauth_client_secret').set({ expires_at }).where('client_id', '=', id).execute();
  }
  const text = await insertSecret(tx, id, now);
  await sql`update oauth_client set version = version + 1, updated_at = ${now}, updated_by = ${viewer.userId}
    where id = ${id}`.execute(tx);
  const after = await readClient(viewer, tx, id, { now });
  return { after, event: eventOf(before, after), text };
}

/** A client that proves itself otherwise has no secret any more. */
export async function dropSecrets(tx: Db, clientId: string): Promise<void> {
  await tx.deleteFrom('oauth_client_secret').where('client_id', '=', clientId).execute();
}
