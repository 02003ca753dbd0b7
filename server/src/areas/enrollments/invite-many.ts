/** Inviting many by a list, as a run: its rows name what does not exist yet, by the id that it will have. */
import { enrollmentCreate, enrollments } from '@signet/contract/areas/enrollments';
import type { ListedInvitation, ListedInvitations } from '@signet/contract/areas/enrollments-bulk';
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
import { invite } from './invite-store.ts';
import { judgeInvitations, listedInvitations } from './new-invitations.ts';
import { holdPlace, openInvitations, placeOf } from './new-invitations-store.ts';

/** How a row is called: whatever was written. */
const nameOf = ({ email = '', first_name = '', last_name = '', seat_id, user_id }: ListedInvitation): string => {
  const name = `${first_name} ${last_name}`.trim();
  return (email && name ? `${name} (${email})` : email || name || (seat_id ?? user_id ?? '')).slice(0, LIMITS.nameMax);
};

async function judgedRows(viewer: Viewer, db: Db, listed: readonly unknown[], names: readonly string[], now: Date) {
  const verdicts = await judgeInvitations(viewer, db, listed, now);
  return verdicts.map((one, at) => ({
    name: names[at] ?? '',
    version: UNMADE,
    verdict: verdictOfListed(one),
    input: one.verdict === 'create' ? one.invitation : null,
  }));
}

/** A run of many POST /enrollment; whoever has an open invitation of the account by now gets no second one. */
export const inviteManyAct: BulkAct<never> = {
  name: 'enrollments.create',
  single: enrollments.create,
  undoable: false,
  effects: null,
  check: async () => undefined,
  async judge(viewer, db, { ids = [] }, { inputOf, now }) {
    const listed = ids.map((id) => enrollmentCreate.parse(inputOf(id)));
    const rows = await judgedRows(viewer, db, listed, listed.map(nameOf), now);
    return rows.map((row, at) => ({ ...row, id: ids[at] ?? newId() }));
  },
  open: async (viewer, tx, id, now, runtime) => ({
    version: UNMADE,
    async perform(input) {
      const invitation = enrollmentCreate.parse(input);
      await holdPlace(viewer, tx, invitation);
      const open = await openInvitations(viewer, tx, [invitation], now);
      if (open.has(placeOf(viewer, invitation))) return { event: 'nothing', undoInput: null, doneVersion: null };
      const { after, event, seatMade } = await invite(runtime, viewer, tx, invitation, now, id);
      const also = seatMade && {
        ...seatMade,
        as: { action: 'CREATE', resource: 'SEAT', result: 'success' } as const,
      };
      return { event, ...(also ? { also: [also] } : {}), undoInput: null, doneVersion: after.version };
    },
  }),
};
const ACTS = { [inviteManyAct.name]: inviteManyAct };

/**
 * Begins to invite those of a list; whom something is wrong with, or who is invited already, stands in the run with the
 * reason. Throws NOTHING_TO_DO where nobody is left.
 */
export async function inviteMany(
  viewer: Viewer,
  tx: Db,
  body: ListedInvitations,
  origin: Origin,
  now: Date,
): Promise<{ run: BulkPlan; event: ChangeEvent | 'nothing' }> {
  const judged = await judgedRows(viewer, tx, listedInvitations(body), body.enrollments.map(nameOf), now);
  const rows = judged.map((row) => ({ ...row, id: newId() }));
  const { id } = await planRows(viewer, tx, inviteManyAct, rows, now);
  const event = await startRun(viewer, tx, ACTS, id, origin, now);
  return { run: await readPlan(viewer, tx, ACTS, id, now), event };
}
