/** People who were sent to an identity provider: what has to be known when they are back. */
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { LIMITS } from '@signet/contract/limits';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import type { Runtime } from '../../runtime.ts';

/** Somebody who proves again who they are: whose session it is, and the SHA-256 of what their tab knows, base64. */
const proof = z.object({ user_id: z.uuid(), state_hash: z.string() });
/** Settings that are tried, as each method reads them; what was sent; and the SHA-256 of what the tab knows, base64. */
const trial = z.object({ settings: z.string(), sent: z.string().default(''), state_hash: z.string() });
/**
 * What is kept sealed: the login transaction that goes on (null where nobody signs in), what OpenID Connect checks, who
 * proves again who they are, and what is tried.
 */
const kept = z.object({
  state: z.string().nullable(),
  nonce: z.string().nullable(),
  code_verifier: z.string().nullable(),
  proof: proof.nullish(),
  trial: trial.nullish(),
});
/** What somebody is sent to a provider for. */
export type Errand = Pick<FederatedRequest, 'state' | 'trialBy' | 'proof' | 'trial'>;
export type FederatedRequest = z.output<typeof kept> & {
  /** Travels to the provider and back: the ID of a SAML request, the state of an OpenID Connect request. */
  id: string;
  accountId: string;
  method: FederatedMethod;
  /** Who tries the settings; null for a sign-in. */
  trialBy: string | null;
  askedAt: Date;
};

const sealOf = (id: string): string => `federated-request:${id}`;

/** Remembers somebody who is sent to the identity provider of an account. */
export async function openRequest(
  { db, runtime: { seal }, now }: { db: Db; runtime: Pick<Runtime, 'seal'>; now: Date },
  { id, accountId, method, trialBy, ...secrets }: Omit<FederatedRequest, 'askedAt'>,
): Promise<void> {
  await db
    .insertInto('federated_request')
    .values({
      id,
      account_id: accountId,
      method,
      trial_by: trialBy,
      kept_sealed: seal.seal(Buffer.from(JSON.stringify(secrets)), sealOf(id)),
      created_at: now,
      expires_at: new Date(now.getTime() + LIMITS.loginTransactionMinutes * 60_000),
    })
    .execute();
}

/** Whom an answer of a provider is for; of two at once the first has it. Null for nobody, or too late. */
export async function takeRequest(
  { db, runtime: { seal }, now }: { db: Db; runtime: Pick<Runtime, 'seal'>; now: Date },
  id: string,
  method: FederatedMethod,
): Promise<FederatedRequest | null> {
  const row = await db
    .deleteFrom('federated_request')
    .where('id', '=', id)
    .where('method', '=', method)
    .where('expires_at', '>', now)
    .returning(['account_id', 'trial_by', 'kept_sealed', 'created_at'])
    .executeTakeFirst();
  if (!row) return null;
  const secrets = kept.parse(JSON.parse(seal.open(row.kept_sealed, sealOf(id)).toString('utf8')));
  return { id, accountId: row.account_id, method, trialBy: row.trial_by, askedAt: row.created_at, ...secrets };
}
