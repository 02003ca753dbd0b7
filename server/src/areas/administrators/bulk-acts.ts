/** What can be done to many people at once, each by the store function of the single act. */
import { ACCESS } from '@signet/contract/access';
import { administrators as single } from '@signet/contract/areas/administrators';
import { ADMINISTRATOR_BULK_INPUT } from '@signet/contract/areas/administrators-bulk';
import { whyNotGive, whyNotGovern } from '@signet/contract/areas/person-rules';
import { notFound, type Reason } from '@signet/contract/problem';
import { isPermission, permissionsInScope, type Viewer } from '@signet/contract/viewer';
import { bulkAct, type Verdict } from '../../bulk/act.ts';
import type { Db } from '../../db/open.ts';
import { isGivable } from '../../people/role-store.ts';
import {
  administratorTargets,
  effectsOfDeletion,
  effectsOnPeople,
  readGivenRoles,
  type GivenRole,
  type PersonTarget,
} from './bulk-store.ts';
import { deleteAdministrator, giveRole, switchAdministrator } from './change-store.ts';
import { readAdministrator } from './store.ts';

/** By its own address anybody saves their own record; many people are changed by who manages people. */
const edit = { ...single.update, access: ACCESS.administrators.manage };

const common = {
  rows: administratorTargets,
  read: (viewer: Viewer, tx: Db, id: string, now: Date) => readAdministrator(viewer, tx, id, now, { lock: true }),
};

/** A refusal before all else; what is so already stays as it is. */
function judged(viewer: Viewer, row: PersonTarget, isSo: boolean, weight: 'light' | 'heavy' = 'light'): Verdict {
  const permissions = permissionsInScope(row.permissions.filter(isPermission), row.access_scope);
  const refused = whyNotGovern(viewer, { ...row, permissions });
  return refused ? { refused } : isSo ? 'same' : { change: weight };
}

/** Why a role can't be given to somebody or taken, as `setRoles` has it; null where it can. */
function whyNotChangeRole(
  viewer: Viewer,
  row: PersonTarget,
  role: GivenRole | undefined,
  given: boolean,
): Reason | null {
  if (!role) return notFound().reason;
  if (!given) return null;
  if (!isGivable(role, row)) return { status: 'ROLE_NOT_ASSIGNABLE' };
  return whyNotGive(viewer, role.permissions, row.access_scope);
}

export const administratorBulkActs = {
  active: bulkAct({
    ...common,
    effects: effectsOnPeople,
    name: 'administrators.active',
    single: edit,
    input: ADMINISTRATOR_BULK_INPUT.active,
    verdict: (viewer, row, { active }) => judged(viewer, row, row.active === active),
    perform: (viewer, tx, { id }, { active }, now) => switchAdministrator(viewer, tx, id, active, now),
    undo: ({ active }) => ({ active }),
  }),

  role: bulkAct({
    ...common,
    name: 'administrators.role',
    single: edit,
    input: ADMINISTRATOR_BULK_INPUT.role,
    named: (viewer, db, inputs) =>
      readGivenRoles(
        viewer,
        db,
        inputs.map(({ role_id }) => role_id),
      ),
    verdict(viewer, row, { role_id, given }, _now, _runtime, roles) {
      const isSo = row.role_ids.includes(role_id) === given;
      const refused = isSo ? null : whyNotChangeRole(viewer, row, roles?.get(role_id), given);
      const verdict = judged(viewer, row, isSo);
      return refused && !(verdict !== 'same' && 'refused' in verdict) ? { refused } : verdict;
    },
    perform: (viewer, tx, { id }, input, now) => giveRole(viewer, tx, id, input, now),
    undo: ({ roles }, { role_id }) => ({ role_id, given: roles.some(({ id }) => id === role_id) }),
  }),

  remove: bulkAct({
    ...common,
    effects: effectsOfDeletion,
    name: 'administrators.remove',
    single: single.remove,
    input: ADMINISTRATOR_BULK_INPUT.remove,
    verdict: (viewer, row) => judged(viewer, row, false, 'heavy'),
    async perform(viewer, tx, { id }, _input, now) {
      const { event, told } = await deleteAdministrator(viewer, tx, id, now);
      return { event, also: told };
    },
  }),
};
