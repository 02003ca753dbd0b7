/** Audit events as the product writes them, oldest first, so that their order is the order of the tree. */
import { AUDIT_RESOURCES } from '@signet/contract/audit';
import { auditRow, type AuditEvent } from '../../server/src/audit/record.ts';
import { WRITER } from '../key.ts';
import { draw, pick } from './draw.ts';
import { organizationCountry, organizationName } from './organizations.ts';
import { accountOf, id, madeAt, ofCleo, ORGANIZATIONS_PER_ACCOUNT, type Plan } from './plan.ts';
import { userOf } from './users.ts';

type Subject = Pick<
  AuditEvent,
  | 'action'
  | 'resource_type'
  | 'resource_id'
  | 'resource_name'
  | 'account_id'
  | 'result'
  | 'message'
  | 'before'
  | 'after'
>;

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
] as const;

/** A program that signs in by a token and does one of twenty things. */
export const PROGRAM = 5;
const OF_PROGRAM = 0.05;
/** What happens seldom: some hundred kinds of change, the later ones ever rarer. */
const SELDOM = 0.01;
const CHANGES = ['CREATE', 'UPDATE', 'DELETE'] as const;
/** Of the changes of organizations, those of one busy account. */
const BUSY = 0.25;

function seldom(plan: Plan, n: number): Subject {
  const resource_type = AUDIT_RESOURCES[Math.floor(draw(n, 24) ** 3 * AUDIT_RESOURCES.length)] ?? 'ACCOUNT';
  return {
    action: pick(CHANGES, n, 25),
    resource_type,
    resource_id: id(plan, 'event', n),
    resource_name: `${resource_type.toLowerCase()} ${n}`,
    account_id: id(plan, 'account', 1 + Math.floor(draw(n, 26) * plan.accounts)),
    result: draw(n, 27) < 0.05 ? 'failure' : 'success',
    message: null,
    before: null,
    after: { name: `${resource_type.toLowerCase()} ${n}` },
  };
}

/** The organization that the `n`-th event is about. */
function organizationOf(plan: Plan, n: number): number {
  if (draw(n, 28) >= BUSY) return Math.floor(draw(n, 21) * plan.organizations);
  const [busy = 1] = ofCleo(plan);
  return (busy - 1) * ORGANIZATIONS_PER_ACCOUNT + Math.floor(draw(n, 21) * ORGANIZATIONS_PER_ACCOUNT);
}

/** Half are sign-ins, a tenth of them refused; the others are changes, mostly of organizations. */
function subjectOf(plan: Plan, n: number, user: ReturnType<typeof userOf>): Subject {
  const kind = draw(n, 20);
  const ownUser = {
    resource_type: 'USER',
    resource_id: user.id,
    resource_name: user.userName,
    account_id: id(plan, 'account', user.accounts[0] ?? 0),
    message: null,
    before: null,
    after: null,
  } as const;
  if (kind < 0.05) return { ...ownUser, action: 'LOGIN_ERROR', result: 'failure', message: 'INVALID_CREDENTIALS' };
  if (kind < 0.5)
    return { ...ownUser, action: 'LOGIN', result: 'success', after: { session_id: id(plan, 'event', n) } };
  if (kind < 0.6) return { ...ownUser, action: 'LOGOUT', result: 'success' };
  if (kind > 1 - SELDOM) return seldom(plan, n);
  const organization = organizationOf(plan, n);
  const name = organizationName(organization);
  const fields = { name, country: organizationCountry(plan, organization), phone: `+4930${1_000_000 + n}` };
  const subject = {
    resource_type: 'ORGANIZATION',
    resource_id: id(plan, 'organization', organization),
    resource_name: name,
    account_id: id(plan, 'account', accountOf(organization)),
    result: 'success',
    message: null,
  } as const;
  if (kind < 0.65) return { ...subject, action: 'CREATE', before: null, after: fields };
  return { ...subject, action: 'UPDATE', before: { ...fields, phone: '' }, after: fields };
}

/** The row of the `n`-th event with its leaf hash, ready for `audit_event` but for its place in the tree. */
export function eventRow(plan: Plan, n: number): ReturnType<typeof auditRow> {
  const isProgram = draw(n, 23) < OF_PROGRAM;
  const user = userOf(plan, isProgram ? PROGRAM : Math.floor(draw(n, 22) * plan.users));
  const event = subjectOf(plan, n, user);
  // Who fails to sign in is nobody yet.
  const actor =
    event.action === 'LOGIN_ERROR'
      ? { actor_id: null, actor_name: null, actor_scope: null }
      : { actor_id: user.id, actor_name: user.name, actor_scope: user.scope };
  return auditRow(
    {
      ...event,
      ...actor,
      id: id(plan, 'event', n),
      at: new Date(madeAt(plan, n, plan.audit)),
      actor_via: event.resource_type === 'USER' ? 'none' : isProgram ? 'token' : 'session',
      ip: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      user_agent: AGENTS[n % AGENTS.length] ?? null,
      correlation_id: id(plan, 'event', n),
    },
    WRITER,
  );
}
