import type { areas } from '@signet/contract';
import { ADMINISTRATOR } from '@signet/contract/areas/administrator-record';
import { ACCESS, whatLacks } from '@signet/contract/access';
import { payloadDate } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { whyNotReach } from '@signet/contract/areas/person-rules';
import { Problem } from '@signet/contract/problem';
import { exportedNames } from '@signet/contract/record';
import type { Viewer } from '@signet/contract/viewer';
import { judgedList } from '../../bulk/listed-rows.ts';
import { makePlan } from '../../bulk/plan-store.ts';
import { csv, recordColumns, type CsvColumn } from '../../csv.ts';
import type { Db } from '../../db/open.ts';
import { cancelAtLeftAddress } from '../../enrollments/left-address-store.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { tellByMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import { inviteUser } from '../../sign-in/invitation.ts';
import { text } from '../../texts.ts';
import { cancelCodes } from '../../sign-in/codes/code-store.ts';
import { administratorBulkActs } from './bulk-acts.ts';
import { requireRole } from './bulk-store.ts';
import { createMany } from './create-many.ts';
import {
  createAdministrator,
  deleteAdministrator,
  JOINED_OR_LEFT,
  previewPosition,
  updateAdministrator,
} from './change-store.ts';
import { judgeNewPeople, listedPeople } from './new-people.ts';
import { asSelf, updateOwn } from './own-store.ts';
import { signInOfPeople } from './sign-in-routes.ts';
import { applicationsOf } from './sign-in-store.ts';
import { everyAdministrator, listAdministrators, readAdministrator, type ExportedPerson } from './store.ts';

/** The columns of the exported table, with their heads in a language. */
const columns = (locale: Locale): CsvColumn<ExportedPerson>[] => [
  ...recordColumns<ExportedPerson>(locale, ADMINISTRATOR, exportedNames(ADMINISTRATOR)),
  { head: text(locale, 'administrators.account'), value: (row) => row.primary_account_name },
  { head: text(locale, 'administrators.status'), value: (row) => text(locale, `administrators.status.${row.status}`) },
  { head: text(locale, 'administrators.roles'), value: (row) => row.roles.map(({ name }) => name).join(', ') },
];

type Reached = { email: string; locale: string; user_name: string; verified?: boolean };

/** What was mailed to somebody: none of it opens anything once the address is another's. */
const MAILED = ['verify', 'reset', 'unlock', 'certificate'] as const;

/**
 * To the address that is left: it is told although nothing reaches the person there any more, and the links that lie
 * there open nothing from now on. Not where nobody has answered the invitation: a mistyped address is a stranger's, who
 * is to learn neither the right one nor the user name. Answers whether there is another address.
 */
async function leaveAddress(
  db: Db,
  runtime: Runtime,
  person: { id: string; name: string },
  before: Reached,
  after: Reached,
  now: Date,
): Promise<boolean> {
  if (after.email.toLowerCase() === before.email.toLowerCase()) return false;
  for (const purpose of MAILED) await cancelCodes(db, person.id, purpose, now);
  if (before.verified === false) return true;
  await tellByMail(db, runtime, {
    to: before.email,
    locale: before.locale,
    kind: 'email-changed',
    userId: person.id,
    params: { name: person.name, user_name: after.user_name, email: after.email },
  });
  return true;
}

/** Throws FORBIDDEN for who manages nobody. */
function requireManager(viewer: Viewer): void {
  if (whatLacks(ACCESS.administrators.manage, viewer)) throw new Problem('FORBIDDEN');
}

export const administratorsRoutes: HandlersOf<typeof areas.administrators> = {
  list: ({ viewer, db, query }) => listAdministrators(viewer, db, query),

  async export({ viewer, db, query, now }) {
    return {
      fileName: `administrators-${payloadDate(now)}.csv`,
      pieces: csv(columns(query.locale), everyAdministrator(viewer, db, query)),
    };
  },

  async create({ viewer, db, body, now, runtime, audit }) {
    const { after, event, told } = await createAdministrator(viewer, db, body, now);
    await inviteUser(db, runtime, after);
    audit(event);
    for (const one of told) audit({ ...one, as: JOINED_OR_LEFT });
    return readAdministrator(viewer, db, after.id, now);
  },

  read: ({ viewer, db, params, now }) => readAdministrator(viewer, db, params.id, now),

  async update({ viewer, db, params, query, body, now, runtime, audit }) {
    if (params.id === viewer.userId) {
      try {
        const { before, after, event } = await updateOwn(viewer, db, body, query.version, now);
        await leaveAddress(db, runtime, { id: viewer.userId, name: viewer.name }, before, after, now);
        audit(event);
        for (const ended of await cancelAtLeftAddress(viewer, db, runtime, { ...after, id: viewer.userId }, now))
          audit(ended);
      } catch (error) {
        audit(asSelf(viewer));
        throw error;
      }
      return readAdministrator(viewer, db, viewer.userId, now);
    }
    requireManager(viewer);
    const { before, after, event, told } = await updateAdministrator(viewer, db, params.id, body, query.version, now);
    const isElsewhere = await leaveAddress(db, runtime, before, before, after, now);
    const isInvited = isElsewhere && !whyNotReach(after) && !after.verified;
    if (isInvited) await inviteUser(db, runtime, after);
    audit(event);
    for (const one of told) audit({ ...one, as: JOINED_OR_LEFT });
    for (const ended of await cancelAtLeftAddress(viewer, db, runtime, after, now)) audit(ended);
    return isInvited ? readAdministrator(viewer, db, after.id, now) : after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event, told } = await deleteAdministrator(viewer, db, params.id, now);
    audit(event);
    for (const one of told) audit(one);
  },

  applications: async ({ viewer, db, params, now }) =>
    applicationsOf(viewer, db, await readAdministrator(viewer, db, params.id, now)),

  preview: ({ viewer, db, params, body }) => previewPosition(viewer, db, params.id, body),

  async validateMany({ viewer, db, body, now }) {
    return judgedList(await judgeNewPeople(viewer, db, listedPeople(body), now));
  },
  async createMany({ viewer, db, body, origin, now, audit }) {
    const { run, event } = await createMany(viewer, db, body, origin, now);
    audit(event);
    return run;
  },

  planActive: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, administratorBulkActs.active, body, now, runtime),
  async planRole({ viewer, db, body, now, runtime }) {
    await requireRole(viewer, db, body.input.role_id, body.input.given);
    return makePlan(viewer, db, administratorBulkActs.role, body, now, runtime);
  },
  planRemove: ({ viewer, db, body, now, runtime }) =>
    makePlan(viewer, db, administratorBulkActs.remove, body, now, runtime),

  ...signInOfPeople,
};
