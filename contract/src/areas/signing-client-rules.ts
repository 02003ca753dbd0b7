/** What may be done with the signing clients of an account. Pure predicates for both sides. */
import { ACCESS, allows } from '../access.ts';
import type { Reason } from '../problem.ts';
import type { RuleViewer } from '../viewer.ts';

/** Why an account has no signing clients, or the viewer may not change them. */
export function whyNotManageSigningClients(viewer: RuleViewer, account: { has_dsm_license: boolean }): Reason | null {
  if (!allows(ACCESS.signingClients.manage, viewer)) return { status: 'FORBIDDEN' };
  return account.has_dsm_license ? null : { status: 'DSM_LICENSE_REQUIRED' };
}

/** Why none can be added: there is no provider to choose. */
export const whyNotAddSigningClient = (providers: readonly unknown[]): Reason | null =>
  providers.length === 0 ? { status: 'NO_SIGNING_PROVIDER' } : null;

/** How one may be acted on: the entries of its menu, in their order. */
export type SigningClientAct = 'update' | 'enable' | 'disable' | 'delete';
export const signingClientActs = ({ status }: { status: 'ENABLED' | 'DISABLED' }): SigningClientAct[] =>
  status === 'ENABLED' ? ['update', 'disable', 'delete'] : ['enable', 'delete'];
