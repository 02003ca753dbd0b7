import type { Db } from '../db/open.ts';
import type { AuditDetail, Origin } from '../http/handler.ts';
import type { Runtime } from '../runtime.ts';
import type { Person } from './person-store.ts';

/** The parts of a call that signing in needs. `db` is its transaction. */
export type SignInCall = {
  db: Db;
  runtime: Runtime;
  now: Date;
  origin: Origin;
  audit: (detail: AuditDetail | 'nothing') => void;
};

/** A person as the resource of an audit event. */
export function asResource(person: Person): AuditDetail {
  return { resource_id: person.id, resource_name: person.user_name, account_id: person.primary_account_id };
}

/** A person as resource and actor: who signs in has no viewer yet. */
export function asActor(person: Person): AuditDetail {
  return { ...asResource(person), actor: { id: person.id, name: person.name, scope: person.access_scope } };
}
