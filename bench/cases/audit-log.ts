/** The list of the audit log: its newest page, and what each kind of filter finds. */
import { LIMITS } from '@signet/contract/limits';
import { accountsSeen, id, type Person, type Plan } from '../seed/plan.ts';
import type { Api } from '../load/api.ts';
import type { Bare } from '../load/bare.ts';
import type { Answer, Case, World } from './case.ts';
import { PERSONS } from './list.ts';

const PATH = '/account/ui-api/v1/audit-log';
const ROW = `e.id, e.at, e.action, e.resource_type, e.resource_id, e.resource_name, e.account_id,
  a.name as account_name, e.actor_id, e.actor_name, e.actor_scope, e.actor_via, e.result, e.message`;

/** What is asked for: the query of the API, and the same as a condition in SQL. */
type Question = { name: string; query: Record<string, string>; sql: string };

function questions(plan: Plan, person: Person): Question[] {
  const account = id(plan, 'account', accountsSeen(plan, person).at(-1) ?? 0);
  const actor = id(plan, 'user', 0);
  return [
    { name: 'newest page', query: {}, sql: 'true' },
    { name: 'by action', query: { action: 'UPDATE' }, sql: `e.action = 'UPDATE'` },
    { name: 'by result', query: { result: 'failure' }, sql: `e.result = 'failure'` },
    {
      name: 'by four filters that nothing matches',
      query: { action: 'DELETE', resource_type: 'ORGANIZATION', result: 'failure', actor_via: 'token' },
      sql: `(e.action, e.resource_type, e.result, e.actor_via) = ('DELETE', 'ORGANIZATION', 'failure', 'token')`,
    },
    { name: 'by account', query: { account_id: account }, sql: `e.account_id = '${account}'` },
    {
      name: 'by account and result',
      query: { account_id: account, result: 'failure' },
      sql: `e.account_id = '${account}' and e.result = 'failure'`,
    },
    { name: 'by person', query: { actor_id: actor }, sql: `e.actor_id = '${actor}'` },
  ];
}

/** What a person sees, on the event `e`. */
function visible(plan: Plan, person: Person): string {
  if (person === 'system') return 'true';
  if (person === 'partner')
    return `exists (select from account own where own.id = e.account_id
      and own.owner_account_id = '${id(plan, 'account', 1)}')`;
  const own = accountsSeen(plan, person).map((n) => `'${id(plan, 'account', n)}'`);
  return `e.account_id in (${own.join(', ')})`;
}

const answerOf = (rows: readonly { id: string }[]): Answer => ({
  rows: rows.length,
  fingerprint: rows.map((row) => row.id).join(' '),
});

async function askApi(api: Api, world: World, person: Person, { query }: Question): Promise<Answer> {
  const list = await api.ask<{ items: { id: string }[] }>('GET', `${PATH}?${new URLSearchParams(query).toString()}`, {
    token: world.tokens[person],
  });
  return answerOf(list.items);
}

/** The same as bare SQL: the rows, and the count within its bound. */
async function askDatabase(db: Bare, plan: Plan, person: Person, { sql }: Question): Promise<Answer> {
  const where = `${visible(plan, person)} and ${sql}`;
  const rows = await db.ask<{ id: string }>(
    `select ${ROW} from audit_event e left join account a on a.id = e.account_id where ${where}
      order by e.at desc, e.id desc limit ${LIMITS.pageLimit}`,
  );
  await db.ask(
    `select count(*) from (select from audit_event e where ${where} limit ${LIMITS.countBound + 1}) counted`,
  );
  return answerOf(rows);
}

export const auditLogCases = (plan: Plan): Case[] =>
  PERSONS.flatMap((person) =>
    questions(plan, person).map((question) => ({
      area: 'Audit log',
      name: question.name,
      viewer: person,
      api: (api, _turn, world) => askApi(api, world, person, question),
      floor: (db) => askDatabase(db, plan, person, question),
    })),
  );
