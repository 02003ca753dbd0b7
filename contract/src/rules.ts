/**
 * The validation rules of S §5 as pure predicates: null when the value is fine, else the reason.
 * The form shows it, the server refuses with it. No zod here: the sign-in route must stay small.
 */
import { EXCLUDED_COUNTRIES, LIMITS } from './limits.ts';
import type { Reason, ReasonParams } from './problem.ts';
import type { Scope } from './viewer.ts';

const required: Reason = { status: 'REQUIRED' };
/** Nothing was chosen of a list. */
const notChosen: Reason = { status: 'REQUIRED_CHOICE' };
/** A value that is refused, and of which kind the ones are that are allowed: the text of INVALID_INPUT knows them. */
export const notAllowed = (allowed: string, params: ReasonParams = {}): Reason => ({
  status: 'INVALID_INPUT',
  params: { allowed, ...params },
});
/** The reason for what has more characters than these. */
export const tooLong = (max: number): Reason => ({ status: 'MAX_LENGTH', params: { max } });

/** Why a text that was pasted is no license: what it holds is the server's to read. */
export function whyNotLicenseText(value: string): Reason | null {
  if (value.trim() === '') return { status: 'LICENSE_EMPTY' };
  return value.length > LIMITS.licenseTextMax ? tooLong(LIMITS.licenseTextMax) : null;
}

/**
 * Characters a user name may hold (S §5; the semicolon there is punctuation). Not dots alone: in an address a browser
 * takes them for folders.
 */
const USER_NAME = /^(?!\.+$)[\p{L}\p{N}_\-!#$%&'*+/`=?@.,]+$/u;
/** A piece between the dots of a local part, and one of a domain. */
const ATOM = /[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+/u.source;
/** A label of the DNS has 63 characters at most (RFC 1035, 2.3.4). */
const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?/u.source;
/** The local part is a dot-atom (RFC 5322, RFC 6531), so that an address needs no quotes anywhere. */
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,63}$`, 'u');
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+[A-Za-z]{2,63}$`, 'u');
const NAME = /^[\p{L}\p{M}\p{N}\p{Pd}\p{Zs}_.'’·・]+$/u;
/** Accents, punctuation and letters without a shape are no name alone: nobody could see or say it. */
const NAMES_SOMETHING = /(?!\p{DI})[\p{L}\p{N}]/u;
/** Something other than blanks and what is drawn as nothing (Default_Ignorable_Code_Point, and Braille's blank). */
const SHOWS_SOMETHING = /[^\p{DI}\p{Z}\p{Cc}\p{Cs}\u2800]/u;
/** What no text holds: control characters, halves of characters, and what turns the order of reading around. */
export const UNREADABLE = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u;
const IDENTIFIER = /^[A-Za-z0-9#!$_.-]+$/;
const PHONE = /^\+?\d{3,31}$/;
/** Letters, digits and the punctuation of ordinary identifiers; no control characters, no markup. */
const ALIAS_VALUE = /^[\p{L}\p{M}\p{N}\p{Zs}#!$_.@/\\:=+,'()-]+$/u;

export function whyNotUserName(value: string): Reason | null {
  if (value === '') return { status: 'REQUIRED_USER_NAME' };
  if (value.length > LIMITS.userNameMax) return tooLong(LIMITS.userNameMax);
  return USER_NAME.test(value) ? null : { status: 'INVALID_USER_NAME' };
}

export function whyNotEmail(value: string): Reason | null {
  if (value === '') return required;
  if (value.length > LIMITS.emailMax) return tooLong(LIMITS.emailMax);
  return EMAIL.test(value) ? null : { status: 'INVALID_EMAIL' };
}

/** An address that is somebody's user name as well, until they choose another one. */
export const whyNotEmailAsUserName = (value: string): Reason | null => whyNotEmail(value) ?? whyNotUserName(value);

/** The domain of email addresses, as it stands behind their @. */
export function whyNotDomain(value: string): Reason | null {
  if (value === '') return required;
  if (value.length > LIMITS.domainMax) return tooLong(LIMITS.domainMax);
  return DOMAIN.test(value) ? null : { status: 'INVALID_DOMAIN', params: { domain: value } };
}

/** 12 to 255 characters with a lowercase letter, an uppercase letter, a digit and a symbol. */
export function whyNotPassword(value: string): Reason | null {
  if (value === '') return required;
  if (value.length < LIMITS.passwordMin)
    return { status: 'INVALID_PASSWORD_LENGTH', params: { min: LIMITS.passwordMin } };
  if (value.length > LIMITS.passwordMax)
    return { status: 'INVALID_PASSWORD_MAX_LENGTH', params: { max: LIMITS.passwordMax } };
  if (UNREADABLE.test(value)) return notAllowed('characters');
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u];
  return classes.every((one) => one.test(value)) ? null : { status: 'INVALID_PASSWORD' };
}

/**
 * The simpler rule (S-188), six characters with a digit: only for PINs and passphrases of key stores and PKCS#12 files,
 * never for a person's password. Digits alone will do, since many a token takes nothing else.
 */
export function whyNotPin(value: string): Reason | null {
  if (value === '') return required;
  if (value.length >= LIMITS.pinMin && /\d/.test(value)) return null;
  return { status: 'INVALID_PASSPHRASE', params: { min: LIMITS.pinMin } };
}

/** The same once more, so that nobody locks a file with a slip of the finger. */
export function whyNotRepeatedPin(repeated: string, pin: string): Reason | null {
  if (repeated === '') return required;
  return repeated === pin ? null : { status: 'PASSPHRASE_MISMATCH' };
}

export function whyNotRepeatedPassword(repeated: string, password: string): Reason | null {
  if (repeated === '') return required;
  if (repeated !== password) return { status: 'PASSWORD_MISMATCH' };
  return repeated.length < LIMITS.passwordMin
    ? { status: 'INVALID_PASSWORD_LENGTH', params: { min: LIMITS.passwordMin } }
    : null;
}

/**
 * A line as it is kept: without white space around it, such as the tab or line break that a paste brings along; every
 * kind of blank a plain one, such as the wide one that a Japanese keyboard gives. The rules of lines judge it so.
 */
export const plainLine = (value: string): string => value.trim().replace(/\p{Zs}/gu, ' ');

/** How long it is as it is kept: what is too long is not rewritten to find that out. */
const keptLength = (value: string): number => value.trim().length;

/** A person's, role's or organization's name: word characters, spaces, hyphen, dot, and the apostrophe of names. */
export function whyNotName(value: string): Reason | null {
  const length = keptLength(value);
  if (length === 0) return required;
  if (length > LIMITS.nameMax) return tooLong(LIMITS.nameMax);
  return NAME.test(value.trim()) && NAMES_SOMETHING.test(value) ? null : { status: 'INVALID_NAME' };
}

/** Letters, digits and punctuation of any script, as in "Müller & Co. (Berlin)" and "株式会社・テスト". No markup. */
const LEGAL_NAME = /^[\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Zs}+|°™®]+$/u;

/** The name of an account or organization. */
export function whyNotLegalName(value: string, max: number = LIMITS.nameMax): Reason | null {
  const length = keptLength(value);
  if (length === 0) return required;
  if (length > max) return tooLong(max);
  return LEGAL_NAME.test(value.trim()) && NAMES_SOMETHING.test(value) ? null : { status: 'INVALID_LEGAL_NAME' };
}

/** The name of an account: 1 to 256 characters of the same kind. */
export function whyNotAccountName(value: string): Reason | null {
  const reason = whyNotLegalName(value, LIMITS.accountNameMax);
  return reason?.status === 'INVALID_LEGAL_NAME' ? { status: 'invalidAccountNameError' } : reason;
}

/** Whether a name has the greatest length: it may be saved, and whoever types is told of it. */
export const isLongestAccountName = (value: string): boolean => keptLength(value) === LIMITS.accountNameMax;

/** One line of text that may be empty: no line breaks within it, no other control characters. */
export function whyNotLine(value: string, max: number): Reason | null {
  if (keptLength(value) > max) return tooLong(max);
  return UNREADABLE.test(value.trim()) ? notAllowed('characters') : null;
}

/** One line of text in which there is something to see. */
export function whyNotFilledLine(value: string, max: number): Reason | null {
  return SHOWS_SOMETHING.test(value) ? whyNotLine(value, max) : required;
}

/** What is searched for: something, on one line. */
export function whyNotSearchText(value: string): Reason | null {
  return value.trim() === '' ? required : whyNotLine(value.trim(), LIMITS.searchTextMax);
}

/** Why a list can't be sorted by this; `terms` are all that it can, such as `name:asc`. */
export function whyNotSort(value: unknown, terms: readonly string[]): Reason | null {
  if (typeof value === 'string' && terms.includes(value)) return null;
  const columns = [...new Set(terms.map((term) => term.slice(0, term.lastIndexOf(':'))))];
  const column = columns.find((one) => typeof value === 'string' && (value === one || value.startsWith(`${one}:`)));
  return {
    status: 'UNKNOWN_SORT_COLUMN',
    params: column === undefined ? { columns: columns.join(', ') } : { wrong: 'direction', column },
  };
}

/**
 * A host as an address has it: a name, an IPv4 address, or an IPv6 address in brackets. Names of own networks have
 * underlines, which those of the internet may not.
 */
export const HOST_IN_ADDRESS = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?|\[[0-9a-f:.]+\])/iu.source;
/** Scheme, a host without credentials, and whatever follows, without blanks. */
const WEB_ADDRESS = new RegExp(`^https?://${HOST_IN_ADDRESS}\\.?(?::\\d{1,5})?(?:[/?#][^\\s\\p{Cc}\\p{Cs}]*)?$`, 'iu');

/** An absolute http or https address, without credentials. */
export function whyNotWebAddress(value: string): Reason | null {
  if (value === '') return required;
  if (value.length > LIMITS.urlMax) return tooLong(LIMITS.urlMax);
  return WEB_ADDRESS.test(value) ? null : notAllowed('web');
}

/** A country of the offered ones, ISO 3166-1 alpha-2. The list itself comes from the server. */
export function whyNotCountry(value: string): Reason | null {
  if (value === '') return notChosen;
  return /^[A-Z]{2}$/.test(value) && !EXCLUDED_COUNTRIES.some((excluded) => excluded === value)
    ? null
    : notAllowed('country');
}

/**
 * Spaces, dashes, brackets, dots and slashes removed, a leading plus kept: "+49 (30) 123-45" becomes "+493012345",
 * full-width digits plain ones.
 */
export function normalisePhone(value: string): string {
  return value.normalize('NFKC').replace(/[\s()[\]./\-‐-―]/gu, '');
}

/** A normalised phone number; empty means none. */
export function whyNotPhone(value: string): Reason | null {
  if (value === '') return null;
  return PHONE.test(value) ? null : { status: 'INVALID_PHONE' };
}

/** The generic identifier of S §5: letters, digits and # ! $ _ . - */
export function whyNotIdentifier(value: string, max: number = LIMITS.nameMax): Reason | null {
  if (value === '') return required;
  if (value.length > max) return tooLong(max);
  return IDENTIFIER.test(value) ? null : { status: 'INVALID_IDENTIFIER' };
}

export function whyNotAliasIdentifier(value: string): Reason | null {
  return whyNotIdentifier(value, LIMITS.aliasIdentifierMax);
}

export function whyNotAliasValue(value: string): Reason | null {
  if (value.trim() === '') return required;
  if (value.length > LIMITS.aliasValueMax) return tooLong(LIMITS.aliasValueMax);
  return ALIAS_VALUE.test(value.trim()) ? null : { status: 'INVALID_ALIAS_VALUE' };
}

/**
 * Where a returnPath may lead: a path of this console, nothing else. Anything foreign or malformed
 * (another scheme or host, `//host`, a backslash, a control character, the sign-in pages) becomes null.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null;
  if (/[\s\p{Cc}\\]/u.test(value)) return null;
  if (!/^\/account(?:[/?#]|$)/.test(value)) return null;
  const path = value.split(/[?#]/)[0] ?? '';
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path) || /%2f|%5c/i.test(path)) return null;
  return /^\/account\/(?:login|callback|setup-)/.test(value) ? null : value;
}

/** Why a mail of this status can't be tried again; null when it can. A sent mail has lost its text. */
export function whyNotResend(status: 'queued' | 'held' | 'sent' | 'failed', hasMailServer: boolean): Reason | null {
  if (!hasMailServer) return { status: 'NO_MAIL_SERVER' };
  return status === 'sent' ? { status: 'CONFLICT' } : null;
}

/** Why somebody can't change the own password: there is none that signs them in. */
export const whyNotChangePassword = ({ has_password }: { has_password: boolean }): Reason | null =>
  has_password ? null : { status: 'NO_PASSWORD' };

/**
 * Why names and email of the own profile may not be edited (S §6): an external identity owns them,
 * or the primary account's device trust does; system users keep them open in the second case.
 */
export function whyNotEditOwnNames(person: {
  access_scope: Scope;
  has_onelogin_id: boolean;
  primary_account_dta_enabled: boolean;
}): Reason | null {
  const locked = person.has_onelogin_id || (person.access_scope !== 'system' && person.primary_account_dta_enabled);
  return locked ? { status: 'FIELD_LOCKED' } : null;
}

/** Why the own aliases may not be seen or set (S §5 Profile): they are for system scope. */
export function whyNotAliases(person: { access_scope: Scope }): Reason | null {
  return person.access_scope === 'system' ? null : { status: 'FIELD_LOCKED' };
}

/** The IANA name of a time zone that this platform knows. */
export function whyNotTimeZone(value: string): Reason | null {
  try {
    // Offsets such as +02:00 are taken too, and are no names.
    if (!/^[A-Za-z]/.test(value)) return notAllowed('timeZone');
    const known = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
    return known === '' ? notAllowed('timeZone') : null;
  } catch {
    return notAllowed('timeZone');
  }
}
