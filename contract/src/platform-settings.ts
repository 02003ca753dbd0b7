/**
 * The settings of the platform that its administrators change in the console: each declared once, with its default,
 * what may stand there, and the variable of the environment that goes before it. Loads no schemas.
 */
import { whyNotMinimumVersion } from './assistant/prerequisites.ts';
import { LEGAL_DOCUMENTS, type LegalLink } from './legal.ts';
import { LIMITS } from './limits.ts';
import type { Reason } from './problem.ts';
import { notAllowed, UNREADABLE, whyNotEmail, whyNotWebAddress } from './rules.ts';
import { APP_CODES, type AppCode } from './viewer.ts';

/** The pages of settings, in order. */
export const SETTING_GROUPS = ['login', 'addresses', 'mail', 'sessions', 'assistant'] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export type SettingValue = string | number | boolean;
type SettingKind =
  | 'link'
  /** A link, or `mailto:` with an address. */
  | 'contact'
  | 'picture'
  | 'line'
  | 'text'
  | 'flag'
  | 'integer'
  | 'version'
  | 'host'
  | 'email'
  /** Kept sealed, and never told again. */
  | 'secret';
export type SettingSpec = {
  readonly group: SettingGroup;
  readonly kind: SettingKind;
  /** Empty text: nothing. */
  readonly default: SettingValue;
  /** The row that holds it, and where in the row's object; the row's value itself where nothing is said. */
  readonly row: string;
  readonly at?: readonly string[];
  /** Where it is set, nobody changes it in the console. */
  readonly environment?: string;
  readonly min?: number;
  readonly max?: number;
};

const customLogin = (kind: 'link' | 'picture' | 'line' | 'text', ...at: string[]) =>
  ({ group: 'login', kind, default: '', row: 'login_customization', at, max: 200 }) as const;
const legalLink = (link: LegalLink) =>
  ({ ...customLogin('link', 'urls', link), default: `/account/legal/${LEGAL_DOCUMENTS[link]}` }) as const;
const product = (app: AppCode) =>
  ({ group: 'addresses', kind: 'link', default: '', row: 'login_customization', at: ['products', app] }) as const;
const mail = <S extends { kind: SettingKind; default: SettingValue }>(name: string, spec: S) =>
  ({ group: 'mail', row: 'mail_server', at: [name], environment: 'SMTP_URL', ...spec }) as const;

export const SETTINGS = {
  login_logo: customLogin('picture', 'logo'),
  login_copyright: customLogin('line', 'copyright'),
  notice_title: customLogin('line', 'notice', 'title'),
  notice_text: { ...customLogin('text', 'notice', 'text'), max: 2000 },
  link_terms_of_use: legalLink('termsOfUse'),
  link_privacy_policy: legalLink('privacyPolicy'),
  link_legal_repository: legalLink('legalRepository'),
  link_webtrust_audit: legalLink('webtrustAudit'),
  link_support: legalLink('support'),
  link_contact_us: { ...legalLink('contactUs'), kind: 'contact' },
  landing_address: {
    group: 'addresses',
    kind: 'link',
    default: '/account/start',
    row: 'landing_address',
    environment: 'LANDING_URL',
  },
  license_expired_address: {
    group: 'addresses',
    kind: 'link',
    default: '/account/licenseExpired',
    row: 'license_expired_address',
    environment: 'LICENSE_EXPIRED_URL',
  },
  identity_service_address: { group: 'addresses', kind: 'link', default: '', row: 'identity_service_address' },
  product_ca_manager: product('ca_manager'),
  product_device_manager: product('device_manager'),
  product_enterprise_manager: product('enterprise_manager'),
  product_secure_software_manager: product('secure_software_manager'),
  product_document_signing_manager: product('document_signing_manager'),
  product_discovery_automation_manager: product('discovery_automation_manager'),
  product_device_trust_manager: product('device_trust_manager'),
  mail_host: mail('host', { kind: 'host', default: '' }),
  mail_port: mail('port', { kind: 'integer', default: 587, min: 1, max: 65_535 }),
  mail_tls: mail('tls', { kind: 'flag', default: false }),
  mail_user: mail('user', { kind: 'line', default: '', max: 255 }),
  mail_password: mail('password', { kind: 'secret', default: '', max: 255 }),
  mail_sender_name: mail('sender_name', { kind: 'line', default: 'Signet', max: 100, environment: 'MAIL_FROM' }),
  mail_sender_address: mail('sender_address', {
    kind: 'email',
    default: 'no-reply@localhost',
    environment: 'MAIL_FROM',
  }),
  session_hours: {
    group: 'sessions',
    kind: 'integer',
    default: 12,
    min: 1,
    max: 2160,
    row: 'session_hours',
    environment: 'REFRESH_TOKEN_HOURS',
  },
  reauthentication_minutes: {
    group: 'sessions',
    kind: 'integer',
    default: 15,
    min: 1,
    max: 525_600,
    row: 'reauthentication_minutes',
    environment: 'REAUTHENTICATION_MINUTES',
  },
  access_token_seconds: {
    group: 'sessions',
    kind: 'integer',
    default: 300,
    min: 5,
    max: 3600,
    row: 'access_token_seconds',
    environment: 'ACCESS_TOKEN_SECONDS',
  },
  reveal_user_names: { group: 'sessions', kind: 'flag', default: true, row: 'reveal_user_names' },
  assistant_minimum_version: { group: 'assistant', kind: 'version', default: '', row: 'assistant_minimum_version' },
} as const satisfies Record<string, SettingSpec>;

export type SettingName = keyof typeof SETTINGS;
type NameOf<V> = { [N in SettingName]: (typeof SETTINGS)[N]['default'] extends V ? N : never }[SettingName];
export type TextSetting = NameOf<string>;
export type NumberSetting = NameOf<number>;
export type FlagSetting = NameOf<boolean>;
export const isSettingName = (text: string): text is SettingName => Object.hasOwn(SETTINGS, text);
export const settingSpec = (name: SettingName): SettingSpec => SETTINGS[name];
const ALL_NAMES: readonly string[] = Object.keys(SETTINGS);
export const SETTING_NAMES: readonly SettingName[] = ALL_NAMES.filter(isSettingName);
export const settingsOf = (group: SettingGroup): SettingName[] =>
  SETTING_NAMES.filter((name) => SETTINGS[name].group === group);

/** The products that may have an address of their own, as the welcome page names them. */
export const productOf = (name: SettingName): AppCode | null =>
  APP_CODES.find((app) => name === `product_${app}`) ?? null;

/** An http or https address, or a path of this server; not `javascript:`, `data:`, `//host`, nor text with spaces. */
export function whyNotLink(value: string): Reason | null {
  if (value.length > LIMITS.urlMax) return { status: 'MAX_LENGTH', params: { max: LIMITS.urlMax } };
  if (/[\s\p{Cc}\\]/u.test(value)) return notAllowed('link');
  if (/^\/(?!\/)/.test(value)) return null;
  return whyNotWebAddress(value) ? notAllowed('link') : null;
}

/** Whom to ask: a link, or an email address behind `mailto:`, with nothing in it that a mail program reads as more. */
export function whyNotContact(value: string): Reason | null {
  const [, address] = /^mailto:(.*)$/is.exec(value) ?? [];
  if (address === undefined) return whyNotLink(value);
  return whyNotEmail(address) || /[?&%#]/.test(address) ? { status: 'INVALID_EMAIL' } : null;
}

/**
 * The address of a picture: https, or a path of this server. The pages' own policy blocks pictures that come without
 * TLS, and the browser a mixed page.
 */
export const whyNotPicture = (value: string): Reason | null =>
  whyNotLink(value) ?? (/^(?:https:|\/)/i.test(value) ? null : notAllowed('picture'));

/** A name of a computer, or an address of one; not a web address, and no port. */
const whyNotHost = (value: string): Reason | null =>
  NAME_OF_HOST.test(value) || NUMBER_OF_HOST.test(value) ? null : notAllowed('host');
const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
const NAME_OF_HOST = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)*${LABEL}$`, 'i');
/** IPv6; the other kind of number is also a name. */
const NUMBER_OF_HOST = /^(?=.*:)[\da-f:.]{2,45}$/i;

function whyNotWords(value: string, max: number, breaks: boolean): Reason | null {
  if (value.length > max) return { status: 'MAX_LENGTH', params: { max } };
  return UNREADABLE.test(breaks ? value.replaceAll(/\r?\n/g, ' ') : value) ? notAllowed('characters') : null;
}

const TYPE: Partial<Record<SettingKind, 'boolean' | 'int'>> = { flag: 'boolean', integer: 'int' };

/** Why a value may not stand there; the default always may. */
export function whyNotSetting(name: SettingName, value: unknown): Reason | null {
  const { kind, default: usual, min = 0, max = 255 } = settingSpec(name);
  if (typeof value !== typeof usual) return notAllowed(TYPE[kind] ?? 'string');
  if (value === usual) return null;
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= min && value <= max
      ? null
      : { status: 'INVALID_NUMBER', params: { min, max } };
  if (typeof value !== 'string' || value === '') return null;
  if (kind === 'link') return whyNotLink(value);
  if (kind === 'contact') return whyNotContact(value);
  if (kind === 'picture') return whyNotPicture(value);
  if (kind === 'version') return whyNotMinimumVersion(value);
  if (kind === 'host') return whyNotHost(value);
  if (kind === 'email') return whyNotEmail(value);
  return whyNotWords(value, max, kind === 'text');
}

/** What an empty field means: the default. */
export const settingOrDefault = (name: SettingName, value: SettingValue): SettingValue =>
  typeof value === 'string' && value.trim() === '' ? settingSpec(name).default : value;

export type SettingValues = Readonly<Partial<Record<SettingName, SettingValue>>>;
const required: Reason = { status: 'REQUIRED' };
const isEmpty = (value: SettingValue | undefined): boolean => value === undefined || value === '';

/**
 * What settings of a group must be together, by the name that is wrong: a notice has both a title and a text; a
 * password goes with a user name, and both with a server.
 */
export function whyNotTogether(values: SettingValues): Partial<Record<SettingName, Reason>> {
  const { notice_title, notice_text, mail_host, mail_user } = values;
  return {
    ...(isEmpty(notice_title) && !isEmpty(notice_text) ? { notice_title: required } : {}),
    ...(isEmpty(notice_text) && !isEmpty(notice_title) ? { notice_text: required } : {}),
    ...(isEmpty(mail_host) && !isEmpty(mail_user) ? { mail_host: required } : {}),
  };
}

/** Where a kept password goes: it is not sent to a server, or for a user, that somebody else names later. */
export const MAIL_PASSWORD_FOR = ['mail_host', 'mail_port', 'mail_user'] as const satisfies readonly SettingName[];
