/** The link by which the operator lets an administrator of the platform in again. */
import type { AuditNote } from '@signet/contract/audit';
import { LIMITS } from '@signet/contract/limits';
import type { EventMac } from '../audit/event-mac.ts';
import { BY_SYSTEM, recordAudit } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { newId } from '../ids.ts';
import { makeCode } from '../sign-in/codes/code-store.ts';
import { findPersonByName, type Person } from '../sign-in/person-store.ts';
import { administersPlatform } from './administrator-store.ts';

/** Whom no link is made for; the message is one sentence that says why. */
export class NotRecoverable extends Error {}

type Making = { publicUrl: string; eventMac: EventMac; now: Date };

/**
 * Makes the link for a user name, in the caller's transaction, with the event that tells of it. It works once, for
 * `recoveryMinutes`; a new one makes the older ones worthless. Throws {@link NotRecoverable}.
 */
export async function makeRecoveryLink(
  tx: Db,
  userName: string,
  { publicUrl, eventMac, now }: Making,
): Promise<{ link: string; person: Person; expiresAt: Date }> {
  const person = await findPersonByName(tx, userName, now, { lock: true });
  const refusal = await whyNotRecover(tx, person, userName);
  if (!person || refusal) throw new NotRecoverable(refusal ?? '');
  const ttlSeconds = LIMITS.recoveryMinutes * 60;
  const expiresAt = new Date(now.getTime() + ttlSeconds * 1000);
  const code = await makeCode(tx, { userId: person.id, purpose: 'recovery', ttlSeconds, now });
  await recordAudit(
    tx,
    {
      id: newId(),
      at: now,
      action: 'UPDATE',
      resource_type: 'USER',
      resource_id: person.id,
      resource_name: person.user_name,
      account_id: person.primary_account_id,
      ...BY_SYSTEM,
      result: 'success',
      message: 'RECOVERY_LINK_MADE' satisfies AuditNote,
      before: null,
      after: { recovery_link_until: expiresAt },
    },
    { eventMac },
  );
  // In the fragment, which a browser keeps to itself: no log of a proxy has it.
  return { link: `${publicUrl}/account/recover#${person.id}/${code}`, person, expiresAt };
}

async function whyNotRecover(tx: Db, person: Person | null, userName: string): Promise<string | null> {
  if (!person) return `Nobody has the user name ${userName}.`;
  if (person.access_scope !== 'system')
    return `${person.user_name} is not of system scope: an administrator of the platform can help them in the console.`;
  if (!person.verified) return `${person.user_name} has not completed the invitation yet.`;
  if (!person.active)
    return `${person.user_name} is switched off: another administrator of the platform can change that.`;
  if (!(await administersPlatform(tx, person.id)))
    return `${person.user_name} does not administer the platform: no role of theirs manages its people.`;
  return null;
}
