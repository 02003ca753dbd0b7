/** Making many people as a run: its rows name who does not exist yet, by the id that they will have. */
import { administratorCreate, administrators } from '@signet/contract/areas/administrators';
import type { ListedPeople, ListedPerson } from '@signet/contract/areas/administrators-bulk';
import type { BulkPlan } from '@signet/contract/bulk';
import { LIMITS } from '@signet/contract/limits';
import type { Viewer } from '@signet/contract/viewer';
import type { BulkAct } from '../../bulk/act.ts';
import { UNMADE, verdictOfListed } from '../../bulk/listed-rows.ts';
import { planRows } from '../../bulk/plan-store.ts';
import { readPlan, startRun } from '../../bulk/progress-store.ts';
import type { Db } from '../../db/open.ts';
import type { ChangeEvent } from '../../db/record.ts';
import type { Origin } from '../../http/handler.ts';
import { newId } from '../../ids.ts';
import { inviteUser } from '../../sign-in/invitation.ts';
import { createAdministrator, JOINED_OR_LEFT } from './change-store.ts';
import { judgeNewPeople, listedPeople, type NewPerson } from './new-people.ts';
import { holdLikeness, knownLikenesses, likenessOf } from './new-people-store.ts';

/** How a row is called: whatever was written. */
function nameOf({ first_name = '', last_name = '', user_name = '' }: ListedPerson | NewPerson): string {
  const name = `${first_name} ${last_name}`.trim();
  return (user_name && name ? `${name} (${user_name})` : user_name || name).slice(0, LIMITS.nameMax);
}

/** The people of a list with what becomes of each; who can't be made has nothing to be made of. */
async function judgedRows(viewer: Viewer, db: Db, listed: readonly (ListedPerson | NewPerson)[], now: Date) {
  const verdicts = await judgeNewPeople(viewer, db, listed, now);
  return verdicts.map((one, at) => ({
    name: nameOf(listed[at] ?? {}),
    version: UNMADE,
    verdict: verdictOfListed(one),
    input: one.verdict === 'create' ? one.person : null,
  }));
}

/** A run of many POST /user; a person who was made meanwhile, by whatever way, is not made again. */
export const createManyAct: BulkAct<never> = {
  name: 'administrators.create',
  single: administrators.create,
  undoable: false,
  effects: null,
  check: async () => undefined,
  async judge(viewer, db, { ids = [] }, { inputOf, now }) {
    const rows = await judgedRows(
      viewer,
      db,
      ids.map((id) => administratorCreate.parse(inputOf(id))),
      now,
    );
    return rows.map((row, at) => ({ ...row, id: ids[at] ?? newId() }));
  },
  open: async (viewer, tx, id, now, runtime) => ({
    version: UNMADE,
    async perform(input) {
      const person = administratorCreate.parse(input);
      await holdLikeness(tx, person);
      if ((await knownLikenesses(viewer, tx, [person.email])).has(likenessOf(person)))
        return { event: 'nothing', undoInput: null, doneVersion: null };
      const { after, event, told } = await createAdministrator(viewer, tx, person, now, id);
      await inviteUser(tx, runtime, after);
      const also = told.map((one) => ({ ...one, as: JOINED_OR_LEFT }));
      return { event, also, undoInput: null, doneVersion: after.version };
    },
  }),
};
const ACTS = { [createManyAct.name]: createManyAct };

/**
 * Begins to make the people of a list; those whom something is wrong with, or who are there already, stand in the run
 * with the reason. Throws NOTHING_TO_DO where nobody is left.
 */
export async function createMany(
  viewer: Viewer,
  tx: Db,
  body: ListedPeople,
  origin: Origin,
  now: Date,
): Promise<{ run: BulkPlan; event: ChangeEvent | 'nothing' }> {
  const judged = await judgedRows(viewer, tx, listedPeople(body), now);
  const rows = judged.map((row) => ({ ...row, id: newId() }));
  const { id } = await planRows(viewer, tx, createManyAct, rows, now);
  const event = await startRun(viewer, tx, ACTS, id, origin, now);
  return { run: await readPlan(viewer, tx, ACTS, id, now), event };
}
