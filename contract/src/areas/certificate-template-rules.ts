/** Who may change a template. A pure predicate for both sides. */
import { ACCESS, allows } from '../access.ts';
import { whyNotOfferedCountry } from '../countries.ts';
import type { Reason } from '../problem.ts';
import type { RuleViewer } from '../viewer.ts';

/** Why a template can't be changed or archived. */
export function whyNotManageTemplate(viewer: RuleViewer, { account_id }: { account_id: string | null }): Reason | null {
  if (!allows(ACCESS.certificateTemplates.manage, viewer)) return { status: 'FORBIDDEN' };
  return account_id === null && viewer.scope !== 'system' ? { status: 'OF_THE_PLATFORM' } : null;
}

/** A country in the subject of a certificate (X.520, 6.3.1: a code of ISO 3166-1), or none. */
export const whyNotSubjectCountry = (value: string): Reason | null =>
  value === '' ? null : whyNotOfferedCountry(value);

/**
 * Why an address can't be somebody's user principal name: by it other programs sign people in, and they believe all
 * that an authority signs. Its domain was verified for the account whose administrators named the address, or the
 * authority is that account's own.
 */
export function whyNotPrincipalName(
  address: string,
  { verified_domains, own_authority }: { verified_domains: readonly string[]; own_authority: boolean },
): Reason | null {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return own_authority || verified_domains.includes(domain)
    ? null
    : { status: 'PRINCIPAL_DOMAIN_NOT_VERIFIED', params: { domain } };
}

/** Whether administrators may have a certificate made for a key elsewhere: nobody attests that one. */
export const whyNotIssueBy = ({ requires_attestation }: { requires_attestation: boolean }): Reason | null =>
  requires_attestation ? { status: 'ATTESTATION_REQUIRED' } : null;
