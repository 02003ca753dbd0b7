/** What comes of a trial of an identity provider's settings: it is kept for the tab that began, and nobody signs in. */
import type { FederatedAnswerKept } from '@signet/contract/areas/sign-in-trials';
import { Problem, type ProblemStatus } from '@signet/contract/problem';
import type { SignInCall } from '../call.ts';
import { findPerson } from '../person-store.ts';
import { keepTrial } from './answer-store.ts';
import type { FederatedRequest } from './request-store.ts';
import { windowPage } from './window.ts';
import type { Who } from './who.ts';

export type TriedRequest = FederatedRequest & { trial: NonNullable<FederatedRequest['trial']>; trialBy: string };

/** The request where it is of a trial. */
export const triedBy = (request: FederatedRequest | null): TriedRequest | null =>
  request?.trial && request.trialBy !== null ? { ...request, trial: request.trial, trialBy: request.trialBy } : null;

/** As an administrator sees who somebody would be. */
export const asBecomes = (who: Who): FederatedAnswerKept['becomes'] =>
  who.kind === 'person'
    ? { kind: 'person', id: who.person.id, name: who.person.name, user_name: who.person.user_name }
    : who.kind === 'newcomer'
      ? {
          kind: 'newcomer',
          email: who.newcomer.email,
          first_name: who.newcomer.firstName,
          last_name: who.newcomer.lastName,
        }
      : who;

/** What an administrator needs to know of a problem, where it says so. */
export const detailOf = (error: unknown): string | null =>
  error instanceof Problem && 'detail' in error && typeof error.detail === 'string' ? error.detail : null;

/** Keeps and records what came of it; answers the page of the window. */
export async function finishTrial(
  call: SignInCall,
  { accountId, method, trial, trialBy }: TriedRequest,
  kept: FederatedAnswerKept,
  problem: ProblemStatus | null,
): Promise<string> {
  const person = await findPerson(call.db, trialBy, call.now);
  call.audit({
    as: { action: 'UPDATE', resource: 'SIGN_IN_TRIAL', result: problem === null ? 'success' : 'failure' },
    resource_id: accountId,
    account_id: accountId,
    ...(person ? { actor: { id: person.id, name: person.name, scope: person.access_scope } } : {}),
    ...(problem === null ? {} : { message: problem }),
    after: { method, ...(kept.detail === null ? {} : { detail: kept.detail }) },
  });
  const answer = { accountId, method, problem, kept };
  const { state_hash: stateHash } = trial;
  return windowPage(call, stateHash, { code: await keepTrial(call, answer, { by: trialBy, stateHash }) });
}
