/** The least that a change which the audit log records takes: the change and a right event, in one transaction. */
import { randomUUID } from 'node:crypto';
import { auditRow, type AuditEvent } from '../../server/src/audit/record.ts';
import { newId } from '../../server/src/ids.ts';
import { WRITER } from '../key.ts';
import { addressOf } from '../load/api.ts';
import type { Bare } from '../load/bare.ts';
import type { Person, Plan } from '../seed/plan.ts';
import { userOf } from '../seed/users.ts';
import { PERSONS } from './list.ts';

type Changed = Pick<AuditEvent, 'resource_type' | 'resource_id' | 'resource_name' | 'account_id' | 'after'> & {
  /** The number of the record, for an address to come from. */
  number: number;
  at: Date;
};

/** Who a viewer is to the log. */
export const actorOf = (plan: Plan, viewer: Person) => userOf(plan, PERSONS.indexOf(viewer));

/** Does `change` and writes its event. */
export async function audited(
  db: Bare,
  actor: ReturnType<typeof actorOf>,
  { number, ...changed }: Changed,
  change: () => Promise<unknown>,
): Promise<void> {
  const event = auditRow(
    {
      ...changed,
      id: newId(),
      action: 'UPDATE',
      actor_id: actor.id,
      actor_name: actor.name,
      actor_scope: actor.scope,
      actor_via: 'session',
      ip: addressOf(number),
      user_agent: 'bench',
      correlation_id: randomUUID(),
      result: 'success',
      message: null,
      before: changed.after,
    },
    WRITER,
  );
  const columns = Object.keys(event);
  const places = columns.map((_, index) => `$${index + 1}`);
  await db.run('begin');
  await change();
  await db.ask(`insert into audit_event (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(event));
  await db.run('commit');
}
