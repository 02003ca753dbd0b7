import type { Locale } from '@signet/contract/locales';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/handler.ts';
import type { Runtime } from '../../runtime.ts';

/** The job that mails the link of a forgotten password, where there is somebody to mail it to. */
export const RESET_JOB = 'password.reset';
const CONTEXT = 'reset-request';
const MAX_ATTEMPTS = 5;

/** Who is said to have forgotten a password, and where from. */
export type ResetRequest = { userName: string; locale: Locale; origin: Origin };

/**
 * Leaves the request to a job: whether the name is anybody's is looked up after the answer, so that the time it takes
 * says nothing. The name is sealed, since now and then somebody types something else into that field.
 */
export async function requestReset(tx: Db, { seal }: Pick<Runtime, 'seal'>, request: ResetRequest): Promise<void> {
  const sealed = seal.seal(Buffer.from(JSON.stringify(request)), CONTEXT).toString('base64');
  await sql`select graphile_worker.add_job(
    ${RESET_JOB}, json_build_object('request', ${sealed}::text), max_attempts => ${MAX_ATTEMPTS}::int)`.execute(tx);
}

/** The request in the payload of its job. Throws when it was not sealed here. */
export function requestedReset(payload: unknown, { seal }: Pick<Runtime, 'seal'>): ResetRequest {
  const { request } = z.object({ request: z.base64() }).parse(payload);
  return JSON.parse(seal.open(Buffer.from(request, 'base64'), CONTEXT).toString()) as ResetRequest;
}
