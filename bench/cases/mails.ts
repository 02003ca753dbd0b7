/** The list of outgoing mail, which the platform's people alone see. */
import { LIMITS } from '@signet/contract/limits';
import { id, type Plan } from '../seed/plan.ts';
import { plainName } from '../seed/names.ts';
import type { Case } from './case.ts';
import { countOf, pageCase } from './page.ts';

const AREA = 'Mail';
const ROW = `m.id, m.created_at, m.sent_at, m.recipient, m.subject, m.kind, m.status, m.attempts, m.error`;
const NEWEST = 'm.created_at desc, m.id desc';

/** One of the newest: what was sent more than a year ago is deleted at night, which may come while this runs. */
const kept = (plan: Plan, n: number): string => id(plan, 'mail', plan.mails - 1 - (n % Math.ceil(plan.mails / 10)));

type Asked = { query?: string; where?: string; values?: readonly unknown[]; order?: string; page?: number };

function mailCase(name: string, asked: (n: number) => Asked): Case {
  const full = (n: number): Required<Asked> => ({
    query: '',
    where: 'true',
    values: [],
    order: NEWEST,
    page: 1,
    ...asked(n),
  });
  return pageCase({
    area: AREA,
    name,
    viewer: 'system',
    path({ n }) {
      const { query, page } = full(n);
      const offset = (page - 1) * LIMITS.pageLimit;
      return `/account/ui-api/v1/mail?limit=${LIMITS.pageLimit}&offset=${offset}${query}`;
    },
    rows({ n }) {
      const { where, values, order, page } = full(n);
      const offset = (page - 1) * LIMITS.pageLimit;
      const sql = `select ${ROW} from (select m.id from mail m where ${where} order by ${order}
          limit ${LIMITS.pageLimit} offset ${offset}) page join mail m on m.id = page.id order by ${order}`;
      return { sql, values };
    },
    total: ({ n }) => ({ sql: countOf(`mail m where ${full(n).where}`), values: full(n).values }),
  });
}

/** What is looked for: a whole address, a part that some have, and letters that none has. */
const TYPED = [plainName(42), 'ostermoor', 'grunwald', '銀行'];

export const mailCases = (plan: Plan): Case[] => [
  ...[1, 500, 4_500]
    .filter((page) => page * LIMITS.pageLimit <= plan.mails)
    .map((page) => mailCase(`page ${page.toLocaleString('en-US')}`, () => ({ page }))),
  mailCase('search', (n) => {
    const text = TYPED[n % TYPED.length] ?? '';
    return {
      query: `&to=${encodeURIComponent(text)}`,
      where: 'folded(m.recipient) like holds($1)',
      values: [text],
    };
  }),
  mailCase('by to', () => ({ query: '&sort=to:asc', order: 'm.recipient, m.id' })),
  mailCase('those that failed', () => ({ query: '&status=failed', where: `m.status = 'failed'` })),
  {
    area: AREA,
    name: 'one by id',
    viewer: 'system',
    async api(api, { n }, world) {
      const path = `/account/ui-api/v1/mail/${kept(plan, n)}`;
      const got = await api.ask<{ id: string; subject: string }>('GET', path, { token: world.tokens.system });
      return { rows: 1, fingerprint: `${got.id} ${got.subject}` };
    },
    async floor(db, { n }) {
      const [got] = await db.ask<{ id: string; subject: string }>(
        `select ${ROW}, m.body_sealed from mail m where m.id = $1`,
        [kept(plan, n)],
      );
      return { rows: 1, fingerprint: `${got?.id} ${got?.subject}` };
    },
  },
];
