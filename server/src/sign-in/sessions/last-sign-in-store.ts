/** When somebody signed in last: what the audit log says, since sessions are swept some weeks after their end. */
import type { AuditVia, LoggedSignIn } from '@signet/contract/audit';
import { sql } from 'kysely';

/** By what somebody is known in the event of each way to sign in, as `beginSession` writes it. */
const VIA_OF: Record<LoggedSignIn, AuditVia> = {
  BASIC_AUTH: 'none',
  BASIC_AUTH_MFA: 'none',
  SSO_SAML: 'none',
  SSO_OIDC: 'none',
  CLIENT_AUTH_CERT: 'certificate',
};

/**
 * SQL for when user `u` signed in last; null for never. One step in `audit_event_actor_kind` for each way, however long
 * the log is: to the first event that is not before the way's newest, which is that one or of another kind. Asked for
 * by equality alone, the planner may walk through all that the person did instead.
 */
export const lastSignIn = sql<Date | null>`(select max(next.at)
  from unnest(${Object.keys(VIA_OF)}::text[], ${Object.values(VIA_OF)}::text[]) as way (resource_type, actor_via)
  cross join lateral (select e.action, e.resource_type, e.result, e.actor_via, e.at from audit_event e
    where e.actor_id = u.id and (e.action, e.resource_type, e.result, e.actor_via)
      >= ('LOGIN', way.resource_type, 'success', way.actor_via)
    order by e.action, e.resource_type, e.result, e.actor_via, e.at desc, e.id desc limit 1) next
  where next.action = 'LOGIN' and next.resource_type = way.resource_type
    and next.result = 'success' and next.actor_via = way.actor_via)`;
