/** Trials of a provider of OpenID Connect, and what is kept of sign-ins by it that failed. */
import type { FederatedAnswerKept } from '@signet/contract/areas/sign-in-trials';
import { Problem, type ProblemStatus } from '@signet/contract/problem';
import type { Act } from '../../http/handler.ts';
import type { SignInCall } from '../call.ts';
import { keepFailure } from '../federation/answer-store.ts';
import type { Newcomers } from '../federation/newcomer.ts';
import type { FederatedRequest } from '../federation/request-store.ts';
import { asBecomes, detailOf, finishTrial, type TriedRequest } from '../federation/trial.ts';
import { whoIs } from '../federation/who.ts';
import { namedBy, namesOf, type Claims } from './claims.ts';
import type { Provider } from './config-store.ts';
import { OidcProblem } from './refusal.ts';
import { keptOf, type Seen } from './seen.ts';

/** Runs the work, and keeps what the provider answered where that was no good. */
export async function keepingFailure<T>(
  call: SignInCall,
  { accountId }: Pick<FederatedRequest, 'accountId'>,
  seen: Seen,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OidcProblem) {
      const kept = { ...keptOf(seen), detail: error.detail, sent: null, becomes: null };
      await keepFailure(call, { accountId, method: 'oidc', problem: error.reason.status, asked: true, kept });
    }
    throw error;
  }
}

type Answered = { provider: Provider; claims: Claims };
/** What came of it. */
type Came = Pick<FederatedAnswerKept, 'detail' | 'becomes'> & { problem: ProblemStatus | null };

/** Judges the answer by the settings that are tried, as a sign-in would be; answers the page of the window. */
export async function tryOidc(
  call: SignInCall,
  request: TriedRequest,
  { newcomers, seen }: { newcomers: Newcomers; seen: Seen },
  ask: () => Promise<Answered>,
): Promise<Act<{ return_url: string }>> {
  const answer = await ask().catch(failure);
  return async (tx) => {
    const within = { ...call, db: tx };
    const came = 'problem' in answer ? answer : await became(within, request, answer, newcomers).catch(failure);
    const { problem, ...made } = came;
    const kept = { ...keptOf(seen), ...made, sent: request.trial.sent };
    return { return_url: await finishTrial(within, request, kept, problem) };
  };
}

function failure(error: unknown): Came {
  if (!(error instanceof Problem)) throw error;
  return { problem: error.reason.status, detail: detailOf(error), becomes: null };
}

/** Who that would be. Throws OIDC_CLAIM_MISSING. */
async function became(
  { db, now }: SignInCall,
  { accountId }: TriedRequest,
  { provider, claims }: Answered,
  newcomers: Newcomers,
): Promise<Came> {
  const said = { accountId, method: 'oidc', ...namedBy(claims, provider), ...namesOf(claims) } as const;
  const becomes = asBecomes(await whoIs(db, said, newcomers, now));
  return { problem: becomes?.kind === 'nobody' ? 'OIDC_NOBODY' : null, detail: null, becomes };
}
