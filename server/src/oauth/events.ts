/** What the audit log and the counters hear of the authorization server. */
import { scopeOfAccount } from '@signet/contract/areas/oauth-client-rules';
import type { AuditAction, AuditNote } from '@signet/contract/audit';
import { LIMITS } from '@signet/contract/limits';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { recordAudit, type AuditEvent } from '../audit/record.ts';
import { countRequest } from '../db/rate.ts';
import { newId } from '../ids.ts';
import type { Runtime } from '../runtime.ts';
import { authorOf, findLiveClient, isDueToTell, type LiveClient } from './client-store.ts';
import { keepClientUse } from '../sign-in/oauth/access-token-store.ts';
import { refusalBucket } from './rate.ts';
import { currentWork, type Outcome } from './work.ts';

/** Remembers what happens in a request. */
export function listen(provider: Provider): void {
  const note = (what: Outcome): void => void (currentWork().outcome = what);
  const refused = (_ctx: KoaContextWithOIDC, { error }: { error?: string }): void => {
    if (error === 'invalid_client') note('refused');
  };
  provider.on('grant.success', () => note('issued'));
  provider.on('grant.error', refused);
  provider.on('introspection.error', refused);
  provider.on('revocation.error', refused);
  // At the token endpoint only what is replayed ends a grant.
  provider.on('grant.revoked', (ctx) => {
    if (ctx.oidc.route === 'token') note('replayed');
  });
}

type Told = { action: AuditAction; result: 'success' | 'failure'; message: AuditNote | null };
const TOLD: Record<Outcome, Told> = {
  issued: { action: 'LOGIN', result: 'success', message: null },
  refused: { action: 'LOGIN_ERROR', result: 'failure', message: 'OAUTH_CLIENT_REFUSED' },
  replayed: { action: 'LOGIN_ERROR', result: 'failure', message: 'OAUTH_TOKEN_REPLAYED' },
};

function eventOf(client: LiveClient, { action, result, message }: Told, now: Date): AuditEvent {
  const { origin } = currentWork();
  return {
    id: newId(),
    at: now,
    action,
    resource_type: 'OAUTH_CLIENT',
    resource_id: client.id,
    resource_name: client.name,
    account_id: client.account_id,
    actor_id: null,
    actor_name: null,
    actor_scope: null,
    actor_via: 'none',
    ip: origin.ip,
    user_agent: origin.userAgent,
    correlation_id: origin.correlationId,
    result,
    message,
    before: null,
    after: null,
  };
}

/** Who an event of a client that acts by itself is of. */
const byItself = (client: LiveClient, authorId: string): Partial<AuditEvent> => ({
  actor_id: authorId,
  actor_name: client.name,
  actor_scope: scopeOfAccount({ system_account: client.system_account, type: client.account_type }),
  actor_via: 'oauth_client',
  credential_id: client.id,
  credential_name: client.name,
});

/**
 * Counts a request that was refused, by the address that it came from. It does so by a connection of its own: who calls
 * it holds none any more.
 */
export async function countRefusal({ db, clock }: Runtime): Promise<void> {
  const { outcome, origin } = currentWork();
  if (outcome === 'refused') await countRequest(db, refusalBucket(origin.ip), Number.MAX_SAFE_INTEGER, clock.now());
}

/**
 * Writes down what a request came to: each replay; of refusals and of tokens that clients come by themselves one in so
 * long, since a program asks all day long.
 */
export async function tell(runtime: Runtime, ctx: KoaContextWithOIDC): Promise<void> {
  const work = currentWork();
  const { outcome: what } = work;
  if (!what) return;
  const now = runtime.clock.now();
  const client = await findLiveClient(work.read(), ctx.oidc.client?.clientId ?? '', now);
  if (!client) return;
  const tx = await work.write();
  if (what === 'issued') await keepClientUse(tx, client.id, client.last_used_at, now);
  const byOneself = ctx.oidc.params?.['grant_type'] === 'client_credentials';
  // What a person has let a client do was told when they did.
  if (what === 'issued' && !byOneself) return;
  const seconds = what === 'issued' ? LIMITS.oauthToldSeconds : LIMITS.oauthRefusalToldSeconds;
  if (what !== 'replayed' && !(await isDueToTell(tx, client.id, what, seconds, now))) return;
  const event = eventOf(client, TOLD[what], now);
  const scope = scopeOfAccount({ system_account: client.system_account, type: client.account_type });
  const actor = what === 'issued' ? byItself(client, await authorOf(tx, client, scope, now)) : {};
  await recordAudit(tx, { ...event, ...actor }, runtime);
}
