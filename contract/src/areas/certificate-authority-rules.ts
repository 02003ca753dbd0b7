/** What an authority is, and what may be done with it: the same for server and console. Without schemas. */
import { ACCESS, allows } from '../access.ts';
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import type { RuleViewer } from '../viewer.ts';

/** `retired`: it signs lists and answers on status, and no certificate any more. */
export const AUTHORITY_STATES = ['active', 'retired', 'revoked'] as const;
export type AuthorityState = (typeof AUTHORITY_STATES)[number];

/** A root has signed itself. */
export const AUTHORITY_KINDS = ['root', 'issuing'] as const;
export type AuthorityKind = (typeof AUTHORITY_KINDS)[number];

/** Why an authority's certificate is revoked (RFC 5280, 5.3.1): those that make sense of an authority. */
export const AUTHORITY_REVOCATION_REASONS = [
  'cACompromise',
  'superseded',
  'cessationOfOperation',
  'affiliationChanged',
  'unspecified',
] as const;

/** What is looked at, each by itself. */
export const AUTHORITY_CHECKS = ['list', 'responder', 'end', 'intentions', 'key'] as const;
export type AuthorityCheck = (typeof AUTHORITY_CHECKS)[number];
/** `due`: something should have happened by itself; `wrong`: somebody must look. `none`: it does not apply. */
export const CHECK_VERDICTS = ['well', 'due', 'wrong', 'none'] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

export const AUTHORITY_SORT = ['name', 'valid_to'] as const;
export const AUTHORITY_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  state: { type: 'choice', of: AUTHORITY_STATES },
  kind: { type: 'choice', of: AUTHORITY_KINDS, description: 'Roots, or those that a root has signed.' },
  account_id: { type: 'id', description: 'Those of this account.' },
});

/** What the rules ask of an authority. */
export type JudgedAuthority = { kind: AuthorityKind; state: AuthorityState; account_id: string | null };

/** Whether a viewer who sees an authority may change anything about it; the platform's own is for system scope. */
function whyNotManage(viewer: RuleViewer, authority: JudgedAuthority): Reason | null {
  if (!allows(ACCESS.certificateAuthorities.manage, viewer)) return { status: 'FORBIDDEN' };
  return authority.account_id === null && viewer.scope !== 'system' ? { status: 'AUTHORITY_OF_PLATFORM' } : null;
}

/** A new authority with a new key takes the place of one that is in use. */
export const whyNotRenewAuthority = (viewer: RuleViewer, authority: JudgedAuthority): Reason | null =>
  whyNotManage(viewer, authority) ?? (authority.state === 'active' ? null : { status: 'AUTHORITY_NOT_ACTIVE' });

/** The platform's own sign for every account that has none: they are renewed, never merely ended. */
export const whyNotRetireAuthority = (viewer: RuleViewer, authority: JudgedAuthority): Reason | null =>
  whyNotRenewAuthority(viewer, authority) ?? (authority.account_id === null ? { status: 'AUTHORITY_NEEDED' } : null);

/** A new list at once: by whom still answers for what it has signed, within its own time. */
export const whyNotPublishList = (viewer: RuleViewer, authority: JudgedAuthority, isValid: boolean): Reason | null =>
  whyNotManage(viewer, authority) ??
  (authority.state !== 'revoked' && isValid ? null : { status: 'AUTHORITY_NOT_ACTIVE' });

/** Nobody signs a list on which a root stands; the platform's authority is renewed before it is revoked. */
export function whyNotRevokeAuthority(viewer: RuleViewer, authority: JudgedAuthority): Reason | null {
  const reason = whyNotManage(viewer, authority);
  if (reason) return reason;
  if (authority.state === 'revoked') return { status: 'AUTHORITY_NOT_ACTIVE' };
  if (authority.kind === 'root') return { status: 'AUTHORITY_IS_ROOT' };
  return authority.account_id === null && authority.state === 'active' ? { status: 'AUTHORITY_NEEDED' } : null;
}
