/** Between the settings of a group and the fields of its form. */
import {
  productOf,
  settingOrDefault,
  settingSpec,
  whyNotSetting,
  whyNotTogether,
  type SettingName,
  type SettingValue,
} from '@signet/contract/platform-settings';
import type { Reason } from '@signet/contract/problem';
import type { CallResponse } from '../../api/call.ts';
import type { TextKey } from '../../i18n/text.ts';

export type Setting = CallResponse<'GET /account/ui-api/v1/platform-setting'>['items'][number];
/** Numbers as they are typed. */
export type SettingFields = Record<string, string | boolean>;

/** A product is called as everywhere. */
export function labelOfSetting(name: SettingName): TextKey {
  const product = productOf(name);
  if (product !== null) return `product.${product}`;
  return SETTING_LABELS[name] ?? 'settings.index';
}
const SETTING_LABELS: Partial<Record<SettingName, TextKey>> = {
  login_logo: 'settings.name.login_logo',
  login_copyright: 'settings.name.login_copyright',
  notice_title: 'settings.name.notice_title',
  notice_text: 'settings.name.notice_text',
  link_terms_of_use: 'settings.name.link_terms_of_use',
  link_privacy_policy: 'settings.name.link_privacy_policy',
  link_legal_repository: 'settings.name.link_legal_repository',
  link_webtrust_audit: 'settings.name.link_webtrust_audit',
  link_support: 'settings.name.link_support',
  link_contact_us: 'settings.name.link_contact_us',
  landing_address: 'settings.name.landing_address',
  license_expired_address: 'settings.name.license_expired_address',
  identity_service_address: 'settings.name.identity_service_address',
  mail_host: 'settings.name.mail_host',
  mail_port: 'settings.name.mail_port',
  mail_tls: 'settings.name.mail_tls',
  mail_user: 'settings.name.mail_user',
  mail_password: 'settings.name.mail_password',
  mail_sender_name: 'settings.name.mail_sender_name',
  mail_sender_address: 'settings.name.mail_sender_address',
  session_hours: 'settings.name.session_hours',
  reauthentication_minutes: 'settings.name.reauthentication_minutes',
  access_token_seconds: 'settings.name.access_token_seconds',
  reveal_user_names: 'settings.name.reveal_user_names',
  assistant_minimum_version: 'settings.name.assistant_minimum_version',
};

/** What stands in a field for a value. */
export const typed = (value: SettingValue): string | boolean => (typeof value === 'boolean' ? value : String(value));

export const fieldsOf = (settings: readonly Setting[]): SettingFields =>
  Object.fromEntries(settings.map(({ name, value }) => [name, typed(value)]));

/** What a field means; what is no number is one that no setting may have. */
export function settingValue(name: SettingName, field: string | boolean | undefined): SettingValue {
  const { default: usual, kind } = settingSpec(name);
  if (field === undefined || typeof field === 'boolean') return field ?? usual;
  const text = kind === 'text' || kind === 'secret' ? field : field.trim();
  if (typeof usual === 'number') return text === '' ? usual : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return settingOrDefault(name, text);
}

/** Why each field is refused, by the rules that the server refuses with. */
export function whyNotFields(settings: readonly Setting[], fields: SettingFields): Record<string, Reason | null> {
  const values = Object.fromEntries(settings.map(({ name }) => [name, settingValue(name, fields[name])]));
  const single = settings.map(({ name, source }): [string, Reason | null] => [
    name,
    source === 'environment' ? null : whyNotSetting(name, values[name]),
  ]);
  return { ...whyNotTogether(values), ...Object.fromEntries(single.filter(([, reason]) => reason !== null)) };
}

type SettingChanges = Record<string, SettingValue | null>;

/** What differs from what the platform has, as the call takes it: null puts a default back, takes a password away. */
export function toChange(settings: readonly Setting[], fields: SettingFields): SettingChanges {
  const changes: SettingChanges = {};
  const hasUser = fields['mail_user'] === undefined || fields['mail_user'] !== '';
  for (const { name, value, default: usual, source, is_set } of settings) {
    if (source === 'environment') continue;
    const next = settingValue(name, fields[name]);
    if (settingSpec(name).kind === 'secret') {
      if (next !== '') changes[name] = next;
      else if (is_set && !hasUser) changes[name] = null;
    } else if (next !== value) changes[name] = next === usual ? null : next;
  }
  return changes;
}

/** The settings once the change is saved; of a secret nobody is told more than that there is one. */
export const withChange = (settings: readonly Setting[], changes: SettingChanges): Setting[] =>
  settings.map((one) => {
    const next = changes[one.name];
    if (next === undefined) return one;
    return settingSpec(one.name).kind === 'secret'
      ? { ...one, is_set: next !== null }
      : { ...one, value: next ?? one.default };
  });
