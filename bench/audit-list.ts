/** The list of the audit log by any combination of its filters: each drawn one asked once, one after the other. */
import { AUDIT_RESOURCES } from '@signet/contract/audit';
import { PERSONS } from './cases/list.ts';
import { openApi, type Api } from './load/api.ts';
import { percentile } from './percentiles.ts';
import type { AuditListResult } from './results.ts';
import { draw, pick } from './seed/draw.ts';
import { PROGRAM } from './seed/events.ts';
import { accountOf, accountsSeen, dayFrom, id, organizationsSeen, type Person, type Plan } from './seed/plan.ts';

const PATH = '/account/ui-api/v1/audit-log';
/** Combinations that are drawn for each viewer, and how often the newest page is asked for. */
const COMBINATIONS = 400;
const NEWEST = 200;
/** How often a filter is among those of a combination. */
const CHANCE = 0.35;

/** What a filter is set to: much, little, and nothing at all. */
function filtersOf(plan: Plan, person: Person): Readonly<Record<string, readonly string[]>> {
  const organizations = organizationsSeen(plan, person);
  const organization = organizations[Math.floor(organizations.length / 2)] ?? 0;
  const accounts = [accountsSeen(plan, person).at(-1) ?? 0, accountOf(organizations[0] ?? 0)];
  return {
    action: ['UPDATE', 'LOGIN', 'DELETE'],
    resource_type: ['ORGANIZATION', 'USER', 'LICENSE', AUDIT_RESOURCES.at(-1) ?? 'ACCOUNT'],
    result: ['success', 'failure'],
    actor_via: ['session', 'token', 'certificate'],
    actor_id: [0, 1, PROGRAM, 1_000].map((n) => id(plan, 'user', n)),
    account_id: accounts.map((n) => id(plan, 'account', n)),
    resource_id: [id(plan, 'organization', organization), id(plan, 'user', PROGRAM)],
    text: ['an', 'bank', 'license 1', 'nowhere to be found', '銀行'],
    from: [dayFrom(plan, -30), dayFrom(plan, -600)],
    to: [dayFrom(plan, -10), dayFrom(plan, -300)],
  };
}

/** The `n`-th combination of filters, as a query; "from" is never after "to". */
export function combination(plan: Plan, person: Person, n: number): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [place, [name, values]] of Object.entries(filtersOf(plan, person)).entries())
    if (draw(n, 100 + place) < CHANCE) query[name] = pick(values, n, 200 + place);
  const { from, to } = query;
  if (from !== undefined && to !== undefined && from > to) delete query['from'];
  return query;
}

async function timed(api: Api, token: string, query: Record<string, string>): Promise<number> {
  const began = performance.now();
  await api.ask('GET', `${PATH}?${new URLSearchParams(query).toString()}`, { token });
  return performance.now() - began;
}

/** Asks for all of it. Throws with what the product refused. */
export async function timeAuditList(
  url: string,
  plan: Plan,
  tokens: () => Promise<Record<Person, string>>,
): Promise<AuditListResult[]> {
  const api = openApi(url);
  const ofViewer = async (viewer: Person): Promise<AuditListResult> => {
    const newest: number[] = [];
    for (let n = 0; n < NEWEST; n += 1) newest.push(await timed(api, (await tokens())[viewer], {}));
    const asked: { query: Record<string, string>; took: number }[] = [];
    for (let n = 0; n < COMBINATIONS; n += 1) {
      const query = combination(plan, viewer, n);
      asked.push({ query, took: await timed(api, (await tokens())[viewer], query) });
    }
    const sorted = asked.toSorted((a, b) => a.took - b.took);
    const times = sorted.map(({ took }) => took);
    return {
      viewer,
      asked: asked.length,
      newest: percentile(
        newest.toSorted((a, b) => a - b),
        0.95,
      ),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      slowest: percentile(times, 1),
      slowestQuery: new URLSearchParams(sorted.at(-1)?.query).toString(),
    };
  };
  try {
    const results: AuditListResult[] = [];
    for (const viewer of PERSONS) results.push(await ofViewer(viewer));
    return results;
  } finally {
    await api.close();
  }
}
