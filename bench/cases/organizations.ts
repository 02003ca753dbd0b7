/** The list of organizations, one of them, and the save of one, which the audit log records. */
import type { ORGANIZATION_SORT } from '@signet/contract/areas/organization-record';
import { systemClock } from '../../server/src/clock.ts';
import { organizationCountry, organizationName } from '../seed/organizations.ts';
import { accountOf, id, organizationsSeen, type Person, type Plan } from '../seed/plan.ts';
import { actorOf, audited } from './audited.ts';
import { CONNECTIONS, DONE, type Case, type Turn } from './case.ts';
import { exportCase } from './export.ts';
import { listCases, ownedRows, PERSONS, type ListSpec } from './list.ts';
import { inTurn, readCase } from './read.ts';

const PATH = '/account/ui-api/v1/organization';
const ROW = `o.id, o.account_id, a.name as account_name, o.name, o.address, o.address2, o.city, o.state, o.zip_code,
  o.country, o.phone`;
const RECORD = `${ROW}, o.version, o.updated_at,
  (select u.first_name || ' ' || u.last_name from app_user u where u.id = o.updated_by) as updated_by_name`;
const JOIN = 'join account a on a.id = o.account_id';

/**
 * Saves another phone number. The floor writes the row and a right event of the log in one transaction, and reads
 * nothing.
 */
function writeCase(plan: Plan, viewer: Person): Case {
  const next = inTurn(organizationsSeen(plan, viewer));
  const actor = actorOf(plan, viewer);
  const phone = ({ lane, n }: Turn): string => `+4940${String(n * CONNECTIONS + lane).padStart(7, '0')}`;
  return {
    area: 'Organizations',
    name: 'audited save',
    viewer,
    async api(api, turn, world) {
      const n = next(turn);
      const body = { name: organizationName(n), country: organizationCountry(plan, n), phone: phone(turn) };
      const got = await api.ask<{ phone: string }>('PUT', `${PATH}/${id(plan, 'organization', n)}`, {
        token: world.tokens[viewer],
        body,
      });
      if (got.phone !== body.phone) throw new Error('The save did not answer what was saved.');
      return DONE;
    },
    async floor(db, turn) {
      const n = next(turn);
      const now = systemClock.now();
      const saved = {
        id: id(plan, 'organization', n),
        fields: { name: organizationName(n), country: organizationCountry(plan, n), phone: phone(turn) },
      };
      const changed = {
        resource_type: 'ORGANIZATION',
        resource_id: saved.id,
        resource_name: saved.fields.name,
        account_id: id(plan, 'account', accountOf(n)),
        after: saved.fields,
        number: n,
        at: now,
      } as const;
      await audited(db, actor, changed, () =>
        db.ask(
          `update organization set name = $2, country = $3, phone = $4, version = version + 1,
            updated_at = $5, updated_by = $6 where id = $1`,
          [saved.id, saved.fields.name, saved.fields.country, saved.fields.phone, now, actor.id],
        ),
      );
      return DONE;
    },
  };
}

export function organizationCases(plan: Plan): Case[] {
  const list: ListSpec<(typeof ORGANIZATION_SORT)[number]> = {
    area: 'Organizations',
    kind: 'organization',
    path: PATH,
    from: 'organization o',
    id: 'o.id',
    columns: ROW,
    record: RECORD,
    joins: JOIN,
    order: { name: 'o.name collate "und-x-icu"', city: 'o.city collate "und-x-icu"', country: 'o.country' },
    sortedBy: 'name',
    unique: [],
    searched: 'o.name_folded',
    visible: (person) => ownedRows(plan, 'o', person),
    numbers: (person) => organizationsSeen(plan, person),
  };
  return [
    ...listCases(plan, list),
    ...PERSONS.map((person) => readCase(plan, list, person)),
    ...PERSONS.map((person) => exportCase(list, person)),
    ...PERSONS.map((person) => writeCase(plan, person)),
  ];
}
