/** The list of seats. */
import type { SEAT_SORT } from '@signet/contract/areas/seat-record';
import { seenInTurn, type Plan } from '../seed/plan.ts';
import type { Case } from './case.ts';
import { listCases, ownedRows, type ListSpec } from './list.ts';
import { few } from './page.ts';

const ROW = `s.id, s.account_id, s.type, s.name, s.identifier, s.email, s.created_at, a.name as account_name,
  (select count(*)::int from certificate c where c.seat_id = s.id and c.valid_to > now()
    and (c.state = 'issued' or c.revocation_reason = 'certificateHold')) as certificates`;

export function seatCases(plan: Plan): Case[] {
  const list: ListSpec<(typeof SEAT_SORT)[number]> = {
    area: 'Seats',
    kind: 'seat',
    path: '/account/ui-api/v1/seat',
    from: 'seat s',
    id: 's.id',
    columns: ROW,
    record: ROW,
    joins: 'join account a on a.id = s.account_id',
    order: {
      name: 's.name collate "und-x-icu"',
      identifier: 's.identifier collate "und-x-icu"',
      type: 's.type',
      created_at: 's.created_at',
    },
    sortedBy: 'name',
    unique: [],
    searched: 's.name_folded',
    visible: (person) => ownedRows(plan, 's', person),
    numbers: (person) => seenInTurn(plan, person, plan.seats),
  };
  return few(listCases(plan, list), 'created_at');
}
