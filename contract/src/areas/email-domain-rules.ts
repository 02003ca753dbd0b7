/** The email domains of an account, by which its people are led to its identity provider: pure predicates. */
import { LIMITS } from '../limits.ts';
import type { Reason } from '../problem.ts';
import { whyNotDomain } from '../rules.ts';
import type { Scope } from '../viewer.ts';

/**
 * Where anybody can have a mailbox. Such a domain is nobody's: whoever had it would be sent the sign-ins of strangers.
 * The hosts that most private mailboxes of the world are at; of any other the proof in the DNS asks.
 */
const PUBLIC_MAIL_HOSTS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.jp hotmail.com hotmail.co.uk
    hotmail.de hotmail.fr hotmail.es live.com live.de live.fr msn.com yahoo.com yahoo.co.jp yahoo.co.uk
    yahoo.de yahoo.es yahoo.fr ymail.com icloud.com me.com mac.com aol.com gmx.de gmx.net gmx.at gmx.ch
    gmx.com web.de t-online.de freenet.de mail.com mail.ru yandex.ru yandex.com proton.me protonmail.com
    pm.me tutanota.com tuta.com fastmail.com zoho.com posteo.de mailbox.org orange.fr wanadoo.fr free.fr
    sfr.fr laposte.net libero.it telefonica.net docomo.ne.jp ezweb.ne.jp softbank.ne.jp qq.com 163.com
    126.com sina.com naver.com daum.net rediffmail.com`.split(/\s+/),
);

/** What proves a domain stands here in the DNS, before the domain itself. */
const PROOF_LABEL = '_signet-verification';
/** So many characters leave room for it in a name of the DNS. */
const DOMAIN_MAX = LIMITS.domainMax - PROOF_LABEL.length - 1;
/** The name of the record (TXT) that proves a domain, and what it holds. */
export const proofRecord = (domain: string, proof: string) => ({
  name: `${PROOF_LABEL}.${domain}`,
  value: `signet-verification=${proof}`,
});

/** Why these can't be the domains of an account. They are plain, as `plainDomain` makes them. */
export function whyNotEmailDomains(domains: readonly string[]): Reason | null {
  if (domains.length === 0) return { status: 'domainsRequired' };
  if (domains.length > LIMITS.emailDomainsMax)
    return { status: 'TOO_MANY_DOMAINS', params: { max: LIMITS.emailDomainsMax } };
  const wrong = domains.find((domain) => domain.length > DOMAIN_MAX || whyNotDomain(domain));
  if (wrong !== undefined) return { status: 'INVALID_DOMAIN', params: { domain: wrong.slice(0, 100) } };
  const common = domains.find((domain) => PUBLIC_MAIL_HOSTS.has(domain));
  return common === undefined ? null : { status: 'PUBLIC_DOMAIN', params: { domain: common } };
}

/** A verified domain, and the account to which it leads. */
export type LeadingDomain = { name: string; account_id: string };

/**
 * Why somebody can't take a user name that is an address of this domain, null for one that leads nowhere: at signing in
 * it would lead to another account than their first, whose provider alone names them. People of the platform are led by
 * no domain.
 */
export const whyNotNameAt = (
  domain: LeadingDomain | null,
  person: { access_scope: Scope; primary_account_id: string | null },
): Reason | null =>
  domain === null || person.access_scope === 'system' || person.primary_account_id === domain.account_id
    ? null
    : { status: 'DOMAIN_LEADS_ELSEWHERE', params: { domain: domain.name } };
