/** Answers of identity providers that administrators may look at for an hour. */
import {
  federatedAnswerKept,
  type FederatedAnswer,
  type FederatedAnswerKept,
} from '@signet/contract/areas/sign-in-trials';
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { storedDateTime } from '@signet/contract/dates';
import { LIMITS } from '@signet/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { hashSecret, newSecret } from '../../secrets.ts';

type Place = { db: Db; runtime: Pick<Runtime, 'seal'>; now: Date };
type Whose = { accountId: string; method: FederatedMethod };

const sealOf = (id: string): string => `federated-answer:${id}`;
/** What a tab claims by: it knows the state and is led the code. `stateHash` is base64. */
const claimHash = (code: string, stateHash: string): Buffer => hashSecret(`${code}.${stateHash}`);

type NewAnswer = Whose & { problem: string | null; asked: boolean; kept: FederatedAnswerKept };

async function insert(
  { db, runtime, now }: Place,
  { accountId, method, kept, ...answer }: NewAnswer,
  trial: { by: string; claim: Buffer } | null,
): Promise<void> {
  const id = newId();
  await db
    .insertInto('federated_answer')
    .values({
      ...answer,
      id,
      account_id: accountId,
      method,
      trial_by: trial?.by ?? null,
      claim_hash: trial?.claim ?? null,
      kept_sealed: runtime.seal.seal(Buffer.from(JSON.stringify(kept)), sealOf(id)),
      created_at: now,
      expires_at: new Date(now.getTime() + LIMITS.federatedAnswerMinutes * 60_000),
    })
    .execute();
}

/** Keeps what came of a trial; answers the code for the tab that began it. */
export async function keepTrial(
  place: Place,
  answer: Omit<NewAnswer, 'asked'>,
  { by, stateHash }: { by: string; stateHash: string },
): Promise<string> {
  const code = newSecret();
  await insert(place, { ...answer, asked: true }, { by, claim: claimHash(code, stateHash) });
  return code;
}

/**
 * Keeps the answer of a sign-in that failed, and forgets the oldest beyond what is kept. Those that answer nobody whom
 * we had sent have a bound of their own, since anybody may post them.
 */
export async function keepFailure(place: Place, answer: NewAnswer): Promise<void> {
  const { accountId, method, asked } = answer;
  await insert(place, answer, null);
  const most = asked ? LIMITS.federatedAnswersMax : LIMITS.unaskedAnswersMax;
  await sql`delete from federated_answer where id in (
    select id from federated_answer
    where account_id = ${accountId} and method = ${method} and trial_by is null and asked = ${asked}
    order by created_at desc, id desc offset ${most})`.execute(place.db);
}

type Row = {
  id: string;
  method: FederatedMethod;
  trial_by: string | null;
  problem: string | null;
  kept_sealed: Buffer;
  created_at: Date;
};

const opened =
  ({ runtime: { seal } }: Pick<Place, 'runtime'>) =>
  ({ id, method, trial_by, problem, kept_sealed, created_at }: Row): FederatedAnswer => ({
    ...federatedAnswerKept.parse(JSON.parse(seal.open(kept_sealed, sealOf(id)).toString('utf8'))),
    id,
    method,
    trial: trial_by !== null,
    problem,
    at: storedDateTime(created_at),
  });

/** What came of a trial, for the person and the tab that began it. From then on it is among the answers. */
export async function claimTrial(
  place: Place,
  accountId: string,
  { by, code, state }: { by: string; code: string; state: string },
): Promise<FederatedAnswer | null> {
  const { rows } = await sql<Row>`
    update federated_answer set claim_hash = null
    where claim_hash = ${claimHash(code, hashSecret(state).toString('base64'))} and account_id = ${accountId}
      and trial_by = ${by} and expires_at > ${place.now}
    returning id, method, trial_by, problem, kept_sealed, created_at`.execute(place.db);
  return rows.map(opened(place))[0] ?? null;
}

/** Those of an account's provider that are kept, the newest first: of trials those that were claimed. */
export async function answersOf(place: Place, { accountId, method }: Whose): Promise<FederatedAnswer[]> {
  const { rows } = await sql<Row>`
    select id, method, trial_by, problem, kept_sealed, created_at from federated_answer
    where account_id = ${accountId} and method = ${method} and claim_hash is null and expires_at > ${place.now}
    order by created_at desc, id desc limit ${LIMITS.federatedAnswersMax + LIMITS.unaskedAnswersMax}`.execute(place.db);
  return rows.map(opened(place));
}

/** One of an account's; null for none. */
export async function findAnswer(place: Place, accountId: string, id: string): Promise<FederatedAnswer | null> {
  const { rows } = await sql<Row>`
    select id, method, trial_by, problem, kept_sealed, created_at from federated_answer
    where account_id = ${accountId} and id = ${id} and claim_hash is null and expires_at > ${place.now}`.execute(
    place.db,
  );
  return rows.map(opened(place))[0] ?? null;
}
