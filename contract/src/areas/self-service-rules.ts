/** The rules of self-service as pure predicates: the server refuses with their reason, the console shows it. */
import { daysBetween, whyNotDay } from '../dates.ts';
import { LIMITS } from '../limits.ts';
import { lowered } from '../lowered.ts';
import type { Reason } from '../problem.ts';
import { whyNotDomain, whyNotEmail } from '../rules.ts';
import type { RuleViewer, Scope } from '../viewer.ts';
import { whyNotScope } from './person-rules.ts';

/** The scopes that a link may give to those who use it, the narrower first. */
export const SELF_SERVICE_SCOPES = ['end_user', 'account'] as const satisfies Scope[];
export type SelfServiceScope = (typeof SELF_SERVICE_SCOPES)[number];

/**
 * Whether a link opens anything: its last day is over, whoever made it may not offer it any more, or the account is out
 * of service.
 */
export const SELF_SERVICE_LINK_STATES = ['open', 'ended', 'maker', 'account'] as const;
export type SelfServiceLinkState = (typeof SELF_SERVICE_LINK_STATES)[number];

/**
 * Where a request stands: its passcode is on its way, the address is proved, the user is there. Each answer of a
 * request names one, and the page goes on accordingly.
 */
export const SELF_SERVICE_STATUSES = ['PASSCODE_SENT', 'VALIDATED', 'CREATED'] as const;
export type SelfServiceStatus = (typeof SELF_SERVICE_STATUSES)[number];

type LinkAccount = { system_account: boolean; federated_account_id: string | null };

/**
 * Why this viewer may not offer links of an account that they see, which make people of a scope; asked again each time
 * somebody uses one.
 */
export function whyNotOfferSelfService(
  viewer: RuleViewer,
  account: LinkAccount,
  scope: SelfServiceScope,
): Reason | null {
  const reason = whyNotScope(viewer, scope);
  if (reason) return reason;
  if (account.system_account) return { status: 'SYSTEM_ACCOUNT' };
  return account.federated_account_id === null ? null : { status: 'ACCOUNT_LINKED' };
}

/** A domain as it is compared: without blanks around it, in lower case. */
export const plainDomain = (value: string): string => lowered(value.trim());

/** The domains that somebody typed in one line, with commas, semicolons or blanks between them; each once. */
export const typedDomains = (value: string): string[] => [
  ...new Set(
    value
      .split(/[\s,;]+/)
      .map(plainDomain)
      .filter((domain) => domain !== ''),
  ),
];

/** Why these can't be the domains of a link: there is at least one, each as it is written in addresses. */
export function whyNotDomains(domains: readonly string[]): Reason | null {
  if (domains.length === 0) return { status: 'REQUIRED' };
  if (domains.length > LIMITS.selfServiceDomainsMax)
    return { status: 'TOO_MANY_DOMAINS', params: { max: LIMITS.selfServiceDomainsMax } };
  const wrong = domains.find((domain) => whyNotDomain(domain));
  return wrong === undefined ? null : { status: 'INVALID_DOMAIN', params: { domain: wrong.slice(0, 100) } };
}

/** What follows the @ of an address. */
const domainOf = (email: string): string => plainDomain(email.slice(email.lastIndexOf('@') + 1));

/** Why a domain is none that the link is for. Subdomains are domains of their own. */
export const whyNotAllowedDomain = (domain: string, allowed: readonly string[]): Reason | null =>
  allowed.includes(plainDomain(domain))
    ? null
    : { status: 'DOMAIN_NOT_ALLOWED', params: { domains: allowed.join(', ') } };

/** Why an address can't be used with a link for these domains. */
export const whyNotSelfServiceEmail = (value: string, allowed: readonly string[]): Reason | null =>
  whyNotEmail(value) ?? whyNotAllowedDomain(domainOf(value), allowed);

/** Why a link may not end on this day: from today on, for at most a year. Both days are YYYY-MM-DD. */
export function whyNotLinkEnd(value: string, today: string): Reason | null {
  const wrong = whyNotDay(value);
  if (wrong) return wrong;
  const days = daysBetween(today, value);
  return days >= 0 && days <= LIMITS.selfServiceLinkDaysMax
    ? null
    : { status: 'LINK_END', params: { days: LIMITS.selfServiceLinkDaysMax } };
}

/** A passcode as it is compared: people copy it with blanks. */
export const plainPasscode = (value: string): string => value.normalize('NFKC').replace(/\s/g, '');

/** Why this can be no passcode at all. */
export function whyNotPasscode(value: string): Reason | null {
  if (plainPasscode(value) === '') return { status: 'REQUIRED' };
  return new RegExp(`^\\d{${LIMITS.passcodeDigits}}$`).test(plainPasscode(value))
    ? null
    : { status: 'PASSCODE_INVALID' };
}
