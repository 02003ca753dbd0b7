/**
 * What the audit log says of a change, in the person's words: fields by their labels, values as the screens show them.
 */
import { isLocale, localeName } from '@signet/contract/locales';
import { isPayloadDate } from '@signet/contract/dates';
import { isTextKey, useText, type TextKey, type TextOf } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useCountryName } from '../../session/countries.ts';

/** Labels of the log's fields, where they are not those of the area's own texts. */
const LABELS: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  ACCOUNT: {
    name: 'accounts.name',
    friendly_identifier: 'accounts.identifier',
    locale: 'accounts.language',
    service_from: 'accounts.startDate',
    service_to: 'accounts.endDate',
    active: 'accounts.status',
    type: 'accounts.type',
    partner_account_name: 'accounts.partner',
    federated_account_id: 'accounts.federatedId',
  },
  CONTACT: {
    first_name: 'person.firstName',
    last_name: 'person.lastName',
    email: 'person.email',
    phone: 'person.phone',
  },
  USER: {
    name: 'contacts.name',
    first_name: 'person.firstName',
    last_name: 'person.lastName',
    email: 'person.email',
    phone: 'person.phone',
    user_name: 'person.userName',
    locale: 'person.language',
    date_format: 'person.dateFormat',
    access_scope: 'person.scope',
    active: 'accounts.status',
  },
  FEATURE_FLAG: { enabled: 'accounts.event.flag' },
};

/** The label of a field; null for one that has none, which then shows its own name. */
export function labelOf(kind: string, field: string): TextKey | null {
  const key = LABELS[kind]?.[field] ?? (kind === 'ORGANIZATION' ? `organizations.${field}` : '');
  return isTextKey(key) ? key : null;
}

/** What a value is called; `text` is empty where there is none. */
export function valueWords(
  t: TextOf,
  kind: string,
  field: string,
  text: string,
  words: { date: (day: string) => string; country: (code: string) => string },
): string {
  if (kind === 'FEATURE_FLAG' && field === 'enabled')
    return t(text === '' ? 'accounts.event.flagAsPlatform' : text === 'true' ? 'accounts.on' : 'accounts.off');
  if (text === '') return t('common.none');
  if (field === 'active') return t(text === 'true' ? 'accounts.active' : 'accounts.inactive');
  if (field === 'locale' && isLocale(text)) return localeName(text);
  if (field === 'country') return words.country(text);
  if (field.startsWith('service_') && isPayloadDate(text)) return words.date(text);
  const known = field === 'type' ? `accounts.type.${text}` : field === 'access_scope' ? `scope.${text}` : '';
  if (isTextKey(known)) return t(known);
  return text === 'true' ? t('accounts.on') : text === 'false' ? t('accounts.off') : text;
}

/** Both, for the language, date format and countries of the moment. */
export function useEventWords(): {
  label: (kind: string, field: string) => string | null;
  value: (kind: string, field: string, text: string) => string;
} {
  const t = useText();
  const words = { date: useDateFormat(), country: useCountryName() };
  return {
    label(kind, field) {
      const key = labelOf(kind, field);
      return key && t(key);
    },
    value: (kind, field, text) => valueWords(t, kind, field, text, words),
  };
}
