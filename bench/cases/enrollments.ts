/** The list of enrollments, those that have expired, one of them, and what whoever has a link is told. */
import { createHash } from 'node:crypto';
import type { ENROLLMENT_SORT } from '@signet/contract/areas/enrollment-record';
import type { ListOf } from '@signet/contract/paging';
import { LIMITS } from '@signet/contract/limits';
import { addressOf } from '../load/api.ts';
import { codeOf, enrollmentsSeen, openEnrollments } from '../seed/enrollments.ts';
import { id, type Person, type Plan } from '../seed/plan.ts';
import { CONNECTIONS, type Case } from './case.ts';
import { listCases, ownedRows, PERSONS, type ListSpec } from './list.ts';
import { inTurn, readCase } from './read.ts';

const AREA = 'Enrollments';
const PATH = '/account/ui-api/v2/enrollment';
const ROW = `e.id, e.account_id, e.seat_id, e.user_id, e.template_id, e.name, e.email, e.keystore_location,
  e.enrollment_method, e.certificate_id, e.renews, e.sent_at, e.expires_at, e.redeemed_at, e.created_at, e.stage,
  a.name as account_name, s.name as seat_name, u.name as person_name, t.name as template_name`;
const RECORD = `${ROW}, e.first_name, e.last_name, e.locale, e.validity, e.organization_units, e.street_address,
  e.postal_code, e.locality, e.state, e.country, e.asked, e.keys, e.keystore_type, e.generated_at,
  e.canceled_at, e.version, e.updated_at, e.updated_by`;
const JOINS = `join account a on a.id = e.account_id left join seat s on s.id = e.seat_id
  left join app_user u on u.id = e.user_id left join certificate_template t on t.id = e.template_id`;

/** Whose link is over though nobody has come by it, the newest first, with their number. */
function expiredCase(plan: Plan, viewer: Person): Case {
  const { sql, values } = ownedRows(plan, 'e', viewer);
  const place = values.length + 1;
  const where = `${sql} and e.stage in ('invited', 'generated') and e.expires_at <= $${place}`;
  const order = 'e.created_at desc, e.name collate "und-x-icu", e.id';
  const query = `limit=${LIMITS.pageLimit}&offset=0&status=expired&sort=created_at:desc`;
  const printed = (items: readonly { id: string }[], total: number): string =>
    `${total}: ${items.map((item) => item.id).join(' ')}`;
  return {
    area: AREA,
    name: 'page 1 of those expired',
    viewer,
    async api(api, _turn, world) {
      const { items, total } = await api.ask<ListOf<{ id: string }>>('GET', `${PATH}?${query}`, {
        token: world.tokens[viewer],
      });
      return { rows: items.length, fingerprint: printed(items, total) };
    },
    async floor(db) {
      const all = [...values, new Date()];
      const page = await db.plan<{ id: string }>(
        `select ${ROW} from (select e.id from enrollment e where ${where} order by ${order}
            limit ${LIMITS.pageLimit}) page
          join enrollment e on e.id = page.id ${JOINS} order by ${order}`,
        all,
      );
      const [counted] = await db.plan<{ total: number }>(
        `select count(*)::int as total from (select from enrollment e where ${where}
          limit ${LIMITS.countBound + 1}) counted`,
        all,
      );
      return { rows: page.length, fingerprint: printed(page, Math.min(counted?.total ?? 0, LIMITS.countBound)) };
    },
  };
}

/** Whoever has the link; each from an address of their own. */
function openCase(plan: Plan): Case {
  const next = inTurn(openEnrollments(plan));
  return {
    area: AREA,
    name: 'opened by its link',
    viewer: null,
    async api(api, turn) {
      const n = next(turn);
      const path = `${PATH}/${id(plan, 'enrollment', n)}/${codeOf(n)}`;
      const got = await api.ask<{ id: string; status: string }>('GET', path, {
        from: addressOf(turn.n * CONNECTIONS + turn.lane),
      });
      return { rows: 1, fingerprint: `${got.id} ${got.status}` };
    },
    async floor(db, turn) {
      const n = next(turn);
      const hash = createHash('sha256').update(codeOf(n)).digest('hex');
      const [got] = await db.ask<{ id: string; stage: string }>(
        `select ${RECORD}, a.active, a.service_from, a.service_to, u.email, u.active, u.verified_at
          from enrollment e ${JOINS} where e.id = $1 and e.code_hash = $2`,
        [id(plan, 'enrollment', n), hash],
      );
      await db.ask(`select * from certificate_profile where built_in = 'client_auth'`, []);
      return { rows: 1, fingerprint: `${got?.id} ${got?.stage}` };
    },
  };
}

export function enrollmentCases(plan: Plan): Case[] {
  const list: ListSpec<(typeof ENROLLMENT_SORT)[number]> = {
    area: AREA,
    kind: 'enrollment',
    path: PATH,
    from: 'enrollment e',
    id: 'e.id',
    columns: ROW,
    record: RECORD,
    joins: JOINS,
    order: { name: 'e.name collate "und-x-icu"', created_at: 'e.created_at', expires_at: 'e.expires_at' },
    sortedBy: 'name',
    unique: [],
    searched: 'e.name_folded',
    visible: (person) => ownedRows(plan, 'e', person),
    numbers: (person) => enrollmentsSeen(plan, person),
  };
  return [
    ...listCases(plan, list),
    ...PERSONS.map((person) => expiredCase(plan, person)),
    ...PERSONS.map((person) => readCase(plan, list, person)),
    openCase(plan),
  ];
}
