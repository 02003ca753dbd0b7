/** Bulk acts: the plan of all that match, and the run of one. */
import { LIMITS } from '@signet/contract/limits';
import { systemClock } from '../../server/src/clock.ts';
import { addressOf, type Api } from '../load/api.ts';
import { companyName } from '../seed/names.ts';
import { id, type Plan } from '../seed/plan.ts';
import { actorOf, audited } from './audited.ts';
import { CONNECTIONS, type Case, type World } from './case.ts';

const AREA = 'Bulk acts';
const ACCOUNT = '/account/ui-api/v1/account';
const BULK = '/account/ui-api/v1/bulk';
const viewer = 'system';

type Counts = { id: string; status: string; total: number; verdicts: { change: number }; outcomes: { done: number } };
type Target = { id: string; name: string; locale: string };

/** Each plan comes from another person: making one is counted by address. */
const planning = (api: Api, world: World, act: string, body: object, number: number): Promise<Counts> =>
  api.ask<Counts>('POST', `${ACCOUNT}/bulk/${act}`, { token: world.tokens[viewer], body, from: addressOf(number) });

/**
 * Another language for all accounts of a type: the one of which a plan takes all. The floor reads the same rows with
 * what their verdicts need, and judges none.
 */
function planCase(plan: Plan): Case {
  const type = plan.accounts <= LIMITS.bulkMax ? 'standard' : 'partner';
  const locale = 'ja_JP';
  return {
    area: AREA,
    name: 'plan of all that match',
    viewer,
    slow: true,
    async api(api, { lane, n }, world) {
      const body = { filters: { type }, input: { locale } };
      const made = await planning(api, world, 'language', body, n * CONNECTIONS + lane);
      return { rows: made.total, fingerprint: `${made.total} ${made.verdicts.change}` };
    },
    async floor(db) {
      const rows = await db.plan<Target>(
        `select a.id, a.name, a.version, a.type, a.partner_account_id, a.system_account, a.federated_account_id,
          a.locale, a.service_from, a.service_to, a.active
        from account a where a.deleted_at is null and a.type = $1 order by a.name collate "und-x-icu", a.id limit $2`,
        [type, LIMITS.bulkMax + 1],
      );
      const change = rows.filter((row) => row.locale !== locale).length;
      return { rows: rows.length, fingerprint: `${rows.length} ${change}` };
    },
  };
}

/** Rows of one run, fewer on a platform that has too few for every connection. */
const RUN_ROWS = 100;
/** Between two looks at a run, in milliseconds. */
const LOOK_EVERY = 10;
const DAY = 86_400_000;

/** Runs so far in this process: each gives an end that no account had before. */
let runs = 0;

/** The next end of a service period, YYYY-MM-DD. */
function nextEnd(): string {
  runs += 1;
  return new Date(Date.UTC(2100, 0, 1) + runs * DAY).toISOString().slice(0, 10);
}

/**
 * A plan of some accounts and its run to the end, which is looked at until it is there. The floor updates each row and
 * writes a right event of the log, a transaction for each row; it reads nothing and keeps no outcome.
 */
function runCase(plan: Plan): Case {
  const rows = Math.max(1, Math.min(RUN_ROWS, Math.floor((plan.accounts - plan.partners) / CONNECTIONS)));
  const numbersOf = (lane: number): number[] =>
    Array.from({ length: rows }, (_, index) => plan.partners + 1 + lane * rows + index);
  const actor = actorOf(plan, viewer);
  return {
    area: AREA,
    name: `run of ${rows} rows`,
    viewer,
    slow: true,
    async api(api, { lane, n }, world) {
      const ids = numbersOf(lane).map((number) => id(plan, 'account', number));
      const body = { ids, input: { to: nextEnd() } };
      const made = await planning(api, world, 'end-date', body, n * CONNECTIONS + lane);
      const token = world.tokens[viewer];
      await api.ask('PUT', `${BULK}/${made.id}/run`, { token });
      for (;;) {
        const { status, outcomes } = await api.ask<Counts>('GET', `${BULK}/${made.id}`, { token });
        if (status === 'done') return { rows: outcomes.done, fingerprint: String(outcomes.done) };
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      }
    },
    async floor(db, { lane }) {
      const to = nextEnd();
      for (const number of numbersOf(lane)) {
        const at = systemClock.now();
        const account = id(plan, 'account', number);
        const changed = {
          resource_type: 'ACCOUNT',
          resource_id: account,
          resource_name: companyName(number),
          account_id: account,
          after: { service_to: to },
          number,
          at,
        } as const;
        await audited(db, actor, changed, () =>
          db.ask(
            `update account set service_to = $2, version = version + 1, updated_at = $3, updated_by = $4 where id = $1`,
            [account, to, at, actor.id],
          ),
        );
      }
      return { rows, fingerprint: String(rows) };
    },
  };
}

export const bulkCases = (plan: Plan): Case[] => [planCase(plan), runCase(plan)];
