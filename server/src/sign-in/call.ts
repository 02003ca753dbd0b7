import { Problem } from '@signet/contract/problem';
import type { Db } from '../db/open.ts';
import type { AuditDetail, DeviceCookie, Origin } from '../http/handler.ts';
import type { Runtime } from '../runtime.ts';
import type { Person } from './person-store.ts';

/** The parts of a call that signing in needs. `db` is its transaction. */
export type SignInCall = {
  db: Db;
  runtime: Runtime;
  now: Date;
  origin: Origin;
  deviceCookie: DeviceCookie;
  audit: (detail: AuditDetail | 'nothing') => void;
};

/** A person as the resource of an audit event. */
export function asResource(person: Person): AuditDetail {
  return { resource_id: person.id, resource_name: person.user_name, account_id: person.primary_account_id };
}

/** Who a typed user name stands for: the person, or nobody, of whom the name itself is not kept. */
export function asNamed({ runtime }: Pick<SignInCall, 'runtime'>, person: Person | null, typed: string): AuditDetail {
  return person ? asResource(person) : { resource_id: null, resource_name: runtime.unknownNames(typed) };
}

/** The part of an event that says that it was done by a certificate. */
export const byCertificate = ({ id }: { id: string }): Pick<AuditDetail, 'resource' | 'via'> => ({
  resource: 'CLIENT_AUTH_CERT',
  via: { by: 'certificate', certificateId: id },
});

/** A person as resource and actor: who signs in has no viewer yet. */
export function asActor(person: Person): AuditDetail {
  return { ...asResource(person), actor: { id: person.id, name: person.name, scope: person.access_scope } };
}

/**
 * Does the work with a call by which each refusal tells the log whom it concerns. What succeeds tells of itself: what
 * is told before would be an event of its own.
 */
export async function tellingRefusals<C extends Pick<SignInCall, 'audit'>, T>(
  call: C,
  whom: AuditDetail,
  work: (told: C) => Promise<T>,
): Promise<T> {
  const audit = (detail: AuditDetail | 'nothing'): void =>
    call.audit(detail === 'nothing' || detail.as ? detail : { ...whom, ...detail });
  try {
    return await work({ ...call, audit });
  } catch (error) {
    if (error instanceof Problem) call.audit(whom);
    throw error;
  }
}
