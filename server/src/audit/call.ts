import type { AuditRule, Endpoint } from '@signet/contract/endpoint';
import type { Problem, ProblemStatus } from '@signet/contract/problem';
import type { Credential, Viewer } from '@signet/contract/viewer';
import type { Db } from '../db/open.ts';
import type { AuditDetail, Origin } from '../http/handler.ts';
import { newId } from '../ids.ts';
import { recordAudit, recordAudits, type AuditEvent, type AuditWriter } from './record.ts';

/** One call as the audit log sees it: what was asked, by whom, from where, and what the handler said of it. */
export type AuditedCall = {
  endpoint: Endpoint;
  viewer: Viewer | null;
  origin: Origin;
  now: Date;
  details: AuditDetail[];
  nothingChanged: boolean;
  writer: AuditWriter;
};

/**
 * Refusals worth an entry: who may not, what is not there, who came too late. Wrong input is not evidence of anything,
 * but for what asks for more than one may have or give.
 */
const NOTED = new Set([401, 403, 404, 409, 410, 423]);
const ASKS_TOO_MUCH: ReadonlySet<ProblemStatus> = new Set([
  'TOKEN_BEYOND_OWNER',
  'ROLE_NOT_ASSIGNABLE',
  'PERMISSION_NOT_OFFERED',
  'OAUTH_SCOPE_BEYOND_ACCOUNT',
]);
/** Refusals that are a step on the way: what follows is told. */
const STEPS: ReadonlySet<ProblemStatus> = new Set([
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
  'REAUTHENTICATION_REQUIRED',
]);

type Kind = Pick<AuditEvent, 'action' | 'resource_type' | 'result'>;

function event(caller: AuditedCall, kind: Kind, detail: AuditDetail, message?: string): AuditEvent {
  const actor = caller.viewer
    ? { id: caller.viewer.userId, name: caller.viewer.name, scope: caller.viewer.scope }
    : detail.actor;
  const via = caller.viewer?.via ?? detail.via ?? null;
  return {
    id: newId(),
    at: caller.now,
    ...kind,
    resource_id: detail.resource_id,
    resource_name: detail.resource_name ?? null,
    account_id: detail.account_id ?? caller.viewer?.primaryAccountId ?? null,
    actor_id: actor?.id ?? null,
    actor_name: actor?.name ?? null,
    actor_scope: actor?.scope ?? null,
    actor_via: via?.by ?? 'none',
    ...credentialOf(via),
    ip: caller.origin.ip,
    user_agent: caller.origin.userAgent,
    correlation_id: caller.origin.correlationId,
    message: message ?? detail.message ?? null,
    before: detail.before ?? null,
    after: detail.after ?? null,
  };
}

/**
 * The token, certificate or OAuth client by which a viewer is known. A session is its person's alone: it needs no
 * naming.
 */
function credentialOf(via: Credential | null): Pick<AuditEvent, 'credential_id' | 'credential_name'> {
  if (via?.by === 'token') return { credential_id: via.tokenId, credential_name: via.name };
  if (via?.by === 'certificate') return { credential_id: via.certificateId };
  if (via?.by === 'oauth' || via?.by === 'oauth_client')
    return { credential_id: via.clientId, credential_name: via.name };
  return {};
}

const declared = (rule: AuditRule | undefined) => (rule && 'action' in rule ? rule : null);

/**
 * Writes the events of a call that succeeded, in its transaction. Throws when a call that must be audited described
 * nothing, and when one that said that nothing changed wrote rows.
 */
export async function recordCall(tx: Db, caller: AuditedCall, rowsWritten: number): Promise<void> {
  const rule = declared(caller.endpoint.audit);
  const declaredDetails = caller.details.filter((detail) => !detail.as);
  const call = `${caller.endpoint.method} ${caller.endpoint.path}`;
  if (rule && declaredDetails.length === 0 && !caller.nothingChanged && !rule.later)
    throw new Error(`${call} changed something without saying what.`);
  if (caller.nothingChanged && rowsWritten > 0)
    throw new Error(`${call} said that nothing changed, and wrote ${rowsWritten} rows.`);
  if (rule) {
    const { action, resource } = rule;
    const events = declaredDetails.map((detail) =>
      event(caller, { action, resource_type: detail.resource ?? resource, result: 'success' }, detail),
    );
    await recordAudits(tx, events, caller.writer);
  }
  await recordExtra(tx, caller);
}

/** Writes the events that carry their own kind. */
export async function recordExtra(tx: Db, caller: AuditedCall): Promise<void> {
  const events = caller.details.flatMap((detail) => {
    if (!detail.as) return [];
    const { action, resource, result } = detail.as;
    return [event(caller, { action, resource_type: resource, result }, detail)];
  });
  await recordAudits(tx, events, caller.writer);
}

/** Why a refused call is worth an entry; null where it is not. */
function noted({ httpStatus, reason, fields = {} }: Problem): ProblemStatus | null {
  if (NOTED.has(httpStatus)) return STEPS.has(reason.status) ? null : reason.status;
  return [reason, ...Object.values(fields)].find(({ status }) => ASKS_TOO_MUCH.has(status))?.status ?? null;
}

/**
 * Writes the event of a refused call, in a transaction of its own: of what the handler described, or else of what the
 * refusal was about. A database that is gone takes this entry with it.
 */
export async function recordRefusal(db: Db, caller: AuditedCall, problem: Problem): Promise<void> {
  const rule = declared(caller.endpoint.audit);
  const why = noted(problem);
  if (!rule || why === null || (!caller.viewer && !rule.onFailure)) return;
  const described = caller.details.find((one) => !one.as);
  const detail: AuditDetail = described ?? problem.about ?? { resource_id: null };
  const resource = detail.resource ?? rule.resource;
  const kind: Kind = { action: rule.onFailure ?? rule.action, resource_type: resource, result: 'failure' };
  await recordAudit(db, event(caller, kind, detail, why), caller.writer);
}
