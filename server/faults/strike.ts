import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { startLoad } from './load.ts';
import type { Platform } from './platform.ts';

/** The longest that anybody may wait for an answer. */
export const LONGEST_ANSWER_MS = 5_000;
/** The longest until changes are taken again, once the harm is gone: PostgreSQL may have to replay its journal. */
export const RECOVERED_WITHIN_MS = 20_000;
const SEQUENCED_WITHIN_MS = 70_000;

export type Outcome = {
  fault: string;
  acknowledged: number;
  refused: number;
  unanswered: number;
  longestMs: number;
  recoveredMs: number;
  /** What did not hold; empty where all did. */
  broken: string[];
};

/**
 * Lets people work, does the harm for so long, and looks at what is left once it is gone. `longestAnswerMs` is the
 * longest that anybody may wait here: on a slow machine, which asks as slowly as it answers, that is more.
 */
export async function strike(
  platform: Platform,
  fault: Fault,
  ms: number,
  longestAnswerMs = LONGEST_ANSWER_MS,
): Promise<Outcome> {
  const load = await startLoad(platform);
  const broken: string[] = [];
  await pause(1_000);
  const begun = await until(RECOVERED_WITHIN_MS, async () => load.acknowledged.length > 0);
  if (!begun) broken.push('nothing was saved before');
  await fault.run(platform, ms);
  const gone = performance.now();
  const recovered = await until(RECOVERED_WITHIN_MS, async () => load.lastChangeAt > gone);
  const recoveredMs = load.lastChangeAt - gone;
  if (!recovered) broken.push(`no change was taken within ${RECOVERED_WITHIN_MS / 1000} s`);
  // The last of the connections to a server that was killed may still be refused.
  if (!(await until(RECOVERED_WITHIN_MS, load.sessionLives))) broken.push('the session has ended');
  await load.stop();

  const [lost] = await platform.sql<{ count: number }>(
    `select count(*)::int as count from unnest('{${load.acknowledged.join(',')}}'::uuid[]) as told (id)
      where not exists (select from organization o where o.id = told.id)`,
  );
  if (lost?.count !== 0) broken.push(`${lost?.count} acknowledged changes are lost`);
  const [unlogged] = await platform.sql<{ count: number }>(
    `select (select count(*) from organization o where not exists (
        select from audit_event e
        where e.resource_id = o.id::text and e.action = 'CREATE' and e.result = 'success'))::int
      + (select count(*) from audit_event e where e.resource_type = 'ORGANIZATION' and e.result = 'success'
        and not exists (select from organization o where o.id::text = e.resource_id))::int as count`,
  );
  if (unlogged?.count !== 0) broken.push(`${unlogged?.count} changes and events without each other`);
  if (load.longestMs > longestAnswerMs) broken.push(`an answer took ${Math.round(load.longestMs)} ms`);
  if (fault.processStays && load.unhealthy > 0)
    broken.push(`the health check failed ${load.unhealthy} of ${load.healthy + load.unhealthy} times`);
  const faulty = [...load.statuses].filter(([status]) => ![0, 200, 201, 503].includes(status));
  for (const [status, count] of faulty) broken.push(`${count} answers ${status}`);
  const sequenced = await until(SEQUENCED_WITHIN_MS, async () => {
    const [waiting] = await platform.sql<{ count: number }>(
      'select count(*)::int as count from audit_event where tree_index is null',
    );
    return waiting?.count === 0;
  });
  if (!sequenced) broken.push('the audit log does not go on');
  return {
    fault: fault.name,
    acknowledged: load.acknowledged.length,
    refused: load.statuses.get(503) ?? 0,
    unanswered: load.statuses.get(0) ?? 0,
    longestMs: Math.round(load.longestMs),
    recoveredMs: Math.round(recoveredMs),
    broken,
  };
}

async function until(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (await holds().catch(() => false)) return true;
    await pause(100);
  }
  return false;
}
