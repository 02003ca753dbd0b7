/** Whether a signed assertion is for us, now, and for this very sign-in (SAML 2.0 Profiles, 4.1.4.3). */
import { LIMITS } from '@signet/contract/limits';
import type { Element } from '@xmldom/xmldom';
import { SamlProblem } from './refusal.ts';
import type { SamlSession } from './session-store.ts';
import { children, NS, onlyChild, plainText, SUCCESS } from './xml.ts';

export type Expected = {
  /** Who must have issued it, and to whom. */
  issuer: string;
  audience: string;
  /** Where it must have been sent. */
  acsUrl: string;
  /** The request that it must answer; null for one that nobody has asked for. */
  requestId: string | null;
  now: Date;
};

/** What an assertion says of a person. */
export type Said = {
  assertionId: string;
  /** When nobody could use it a second time any more. */
  expiresAt: Date;
  name: string;
  /** When the provider asked them who they are; null where it doesn't say. */
  authenticatedAt: Date | null;
  attributes: { name: string; values: string[] }[];
  /** How the provider calls the person and its session, word for word. */
  subject: Omit<SamlSession, 'account_id' | 'issuer'>;
};

/** By how much clocks may differ, in milliseconds. */
const TOLERANCE = LIMITS.samlClockSeconds * 1000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const ATTRIBUTES_MAX = 100;

/** Throws what is wrong with the answer around the assertion. It need not be signed: no more is asked of it. */
export function judgeAnswer(root: Element, { acsUrl, issuer }: Pick<Expected, 'acsUrl' | 'issuer'>): void {
  const status = onlyChild(root, NS.protocol, 'Status');
  const code = status && onlyChild(status, NS.protocol, 'StatusCode');
  if (code?.getAttribute('Value') !== SUCCESS) {
    const inner = code && onlyChild(code, NS.protocol, 'StatusCode');
    const message = status && onlyChild(status, NS.protocol, 'StatusMessage')?.textContent;
    const values = [code?.getAttribute('Value'), inner?.getAttribute('Value'), message];
    throw new SamlProblem('SAML_REFUSED', values.filter(Boolean).join(', ') || 'no status');
  }
  const destination = root.getAttribute('Destination');
  if (destination && destination !== acsUrl) throw new SamlProblem('SAML_WRONG_DESTINATION', destination);
  const said = onlyChild(root, NS.assertion, 'Issuer');
  if (said && plainText(said) !== issuer) throw new SamlProblem('SAML_WRONG_ISSUER', said.textContent ?? '');
}

/** What the assertion says. Throws the first thing that is wrong with it. */
export function judgeAssertion(assertion: Element, expected: Expected): Said {
  const issuer = onlyChild(assertion, NS.assertion, 'Issuer');
  if (plainText(issuer) !== expected.issuer) throw new SamlProblem('SAML_WRONG_ISSUER', issuer?.textContent ?? 'none');
  const assertionId = assertion.getAttribute('ID') ?? '';
  // It is kept until it can be used no more.
  if (assertionId === '' || assertionId.length > 255)
    throw new SamlProblem('SAML_UNREADABLE', 'an assertion without an ID');
  const conditions = onlyChild(assertion, NS.assertion, 'Conditions');
  requireAudience(conditions, expected.audience);
  requireTime(conditions, expected.now);
  const subject = onlyChild(assertion, NS.assertion, 'Subject');
  const until = requireConfirmation(subject, expected);
  const statements = children(assertion, NS.assertion, 'AuthnStatement');
  for (const statement of statements) requireTime(statement, expected.now, 'SessionNotOnOrAfter');
  const authenticatedAt = instant(statements[0]?.getAttribute('AuthnInstant') ?? null);
  const nameId = subject && onlyChild(subject, NS.assertion, 'NameID');
  const name = plainText(nameId);
  if (!name || name.length > 255) throw new SamlProblem('SAML_NAME_MISSING', 'no NameID that is plain text');
  const attribute = (key: string): string | null => nameId?.getAttribute(key) || null;
  // Another one at each sign-in (SAML 2.0 Core, 8.3.8): kept as the person's name it would let them in once.
  if (attribute('Format') === TRANSIENT)
    throw new SamlProblem('SAML_NAME_MISSING', 'a NameID that is transient: the provider must send one that stays');
  const expiresAt = new Date(until.getTime() + TOLERANCE);
  return {
    assertionId,
    expiresAt,
    name,
    authenticatedAt,
    attributes: attributesOf(assertion),
    subject: {
      name,
      format: attribute('Format'),
      name_qualifier: attribute('NameQualifier'),
      sp_name_qualifier: attribute('SPNameQualifier'),
      session_index: statements[0]?.getAttribute('SessionIndex') || null,
      until: firstEnd(statements),
    },
  };
}

/** When the first of the provider's sessions is over (SAML 2.0 Core, 2.7.2), in ISO 8601; null where none says so. */
function firstEnd(statements: Element[]): string | null {
  const ends = statements.flatMap((one) => instant(one.getAttribute('SessionNotOnOrAfter'))?.getTime() ?? []);
  return ends.length === 0 ? null : new Date(Math.min(...ends) + TOLERANCE).toISOString();
}

/** Each restriction must name us (SAML 2.0 Core, 2.5.1.4); one at least must be there. */
function requireAudience(conditions: Element | null, audience: string): void {
  const restrictions = conditions ? children(conditions, NS.assertion, 'AudienceRestriction') : [];
  const named = restrictions.map((one) => children(one, NS.assertion, 'Audience').map(plainText));
  if (named.length === 0 || !named.every((audiences) => audiences.includes(audience)))
    throw new SamlProblem('SAML_WRONG_AUDIENCE', named.flat().join(', ') || 'none');
}

/** An instant of SAML, which is in UTC; null for none. */
export function instant(text: string | null): Date | null {
  if (!text) return null;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new SamlProblem('SAML_UNREADABLE', `no time: ${text}`);
  return new Date(time);
}

/** How far an instant is from now, in words of the log. */
function fromNow(other: Date, now: Date): string {
  const seconds = Math.round((other.getTime() - now.getTime()) / 1000);
  return seconds > 0 ? `in ${seconds} s` : `${-seconds} s ago`;
}

/** Throws SAML_NOT_YET_VALID and SAML_EXPIRED by the times of an element, clocks differing a little. */
export function requireTime(element: Element | null, now: Date, end = 'NotOnOrAfter'): void {
  const from = instant(element?.getAttribute('NotBefore') ?? null);
  const until = instant(element?.getAttribute(end) ?? null);
  if (from && from.getTime() - TOLERANCE > now.getTime())
    throw new SamlProblem('SAML_NOT_YET_VALID', `from ${from.toISOString()}, ${fromNow(from, now)}`);
  if (until && until.getTime() + TOLERANCE <= now.getTime())
    throw new SamlProblem('SAML_EXPIRED', `until ${until.toISOString()}, ${fromNow(until, now)}`);
}

/** Until when somebody may bear the assertion here, in answer to this request. Throws why nobody may. */
function requireConfirmation(subject: Element | null, { acsUrl, requestId, now }: Expected): Date {
  const data = (subject ? children(subject, NS.assertion, 'SubjectConfirmation') : [])
    .filter((one) => one.getAttribute('Method') === BEARER)
    .map((one) => onlyChild(one, NS.assertion, 'SubjectConfirmationData'));
  const [one, another] = data;
  if (!one || another) throw new SamlProblem('SAML_UNREADABLE', `${data.length} confirmations of the bearer`);
  const recipient = one.getAttribute('Recipient');
  if (recipient !== acsUrl) throw new SamlProblem('SAML_WRONG_RECIPIENT', recipient ?? 'none');
  if ((one.getAttribute('InResponseTo') || null) !== requestId)
    throw new SamlProblem('SAML_WRONG_REQUEST', one.getAttribute('InResponseTo') || 'none');
  const until = instant(one.getAttribute('NotOnOrAfter'));
  if (!until) throw new SamlProblem('SAML_UNREADABLE', 'no end of the confirmation');
  requireTime(one, now);
  return until;
}

/** All that an assertion says of a person, by the names of its provider. */
export function attributesOf(assertion: Element): Said['attributes'] {
  return children(assertion, NS.assertion, 'AttributeStatement')
    .flatMap((statement) => children(statement, NS.assertion, 'Attribute'))
    .slice(0, ATTRIBUTES_MAX)
    .map((one) => ({
      name: one.getAttribute('Name') ?? '',
      values: children(one, NS.assertion, 'AttributeValue').flatMap((value) => plainText(value) ?? []),
    }));
}
