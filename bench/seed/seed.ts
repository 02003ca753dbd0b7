/**
 * Fills a database, table by table; each step leaves a mark in its own transaction, so that an interrupted run goes on
 * where it stopped.
 */
import type pg from 'pg';
import { installLicense } from '../../server/src/license/license-store.ts';
import type { NoteSigner } from '../../server/src/audit/note.ts';
import { systemClock } from '../../server/src/clock.ts';
import { openDatabase, TIME_LIMITS } from '../../server/src/db/open.ts';
import { evaluationLicense } from '../../server/src/license/evaluation.ts';
import { openSigner, type LogOptions } from '../audit-log.ts';
import { accountSteps } from './accounts.ts';
import { certificateSteps } from './certificates.ts';
import { enrollmentSteps } from './enrollments.ts';
import { copyLog } from './log.ts';
import { mailSteps } from './mails.ts';
import { ofAccountsSteps } from './of-accounts.ts';
import { ofPeopleSteps } from './of-people.ts';
import { organizationSteps } from './organizations.ts';
import { clientSteps } from './oauth-clients.ts';
import type { Plan } from './plan.ts';
import { roleSteps } from './roles.ts';
import { seatSteps } from './seats.ts';
import { serviceUserSteps } from './service-users.ts';
import { exists, type Step } from './step.ts';
import { userSteps } from './users.ts';

/** The setting that says what a database was filled with, and how far. */
export const MARK = 'bench';
export type Mark = { plan: Plan; done: string[] };

/** The steps in their order; each needs those before it. */
const stepsOf = (plan: Plan, signer: NoteSigner): Step[] => [
  ...accountSteps(plan),
  ...organizationSteps(plan),
  ...userSteps(plan),
  ...serviceUserSteps(plan),
  ...roleSteps(plan),
  ...seatSteps(plan),
  ...mailSteps(plan),
  ...certificateSteps(plan),
  ...enrollmentSteps(plan),
  ...clientSteps(plan),
  ...ofAccountsSteps(plan),
  ...ofPeopleSteps(plan),
  { name: 'entries of the search', rows: plan.accounts + plan.organizations + plan.users, run: rebuildSearch },
  { name: 'audit events with their tree', rows: plan.audit, run: (client) => copyLog(client, plan, signer) },
];

async function rebuildSearch(client: pg.ClientBase): Promise<void> {
  if (await exists(client, `select from pg_proc where proname = 'search_rebuild'`))
    await client.query('select search_rebuild()');
}

async function remember(client: pg.ClientBase, mark: Mark): Promise<void> {
  await client.query(
    `insert into platform_setting (name, value, updated_at) values ($1, $2, now())
      on conflict (name) do update set value = excluded.value`,
    [MARK, JSON.stringify(mark)],
  );
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Fills a migrated database that is empty, or whose mark is of the same plan. `say` gets a line for each step. Throws
 * what the database refuses; the steps before stay.
 */
export async function seed(
  connection: pg.PoolConfig,
  plan: Plan,
  mark: Mark | null,
  options: { log: LogOptions; say: (line: string) => void },
): Promise<void> {
  const { pool, db, close } = openDatabase(connection, 2, TIME_LIMITS.endless);
  const client = await pool.connect();
  const done = new Set(mark?.done);
  const keep = (): Promise<void> => remember(client, { plan, done: [...done] });
  try {
    if (!done.has('license')) {
      const now = systemClock.now();
      await installLicense(db, await evaluationLicense(now), null, now);
      done.add('license');
      await keep();
    }
    const signer = await openSigner(db, options.log);
    for (const step of stepsOf(plan, signer)) {
      if (done.has(step.name)) continue;
      const began = performance.now();
      done.add(step.name);
      await inTransaction(client, async () => {
        await step.run(client);
        await keep();
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      options.say(`  ${step.name}: ${step.rows.toLocaleString('en-US')} rows in ${seconds} s`);
    }
    if (!done.has('vacuum')) await settle(client, options.say);
    done.add('vacuum');
    await keep();
  } finally {
    client.release();
    await close();
  }
}

/** Totals added up, statistics, and the pages that vacuum marks as visible to all: what a day's running leaves. */
async function settle(client: pg.ClientBase, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  await client.query('select fold_row_counts()');
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await client.query(`vacuum (analyze) ${rows.map((row) => row.name).join(', ')}`);
  say(`  vacuum and analyze in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
