/**
 * What the audit log says of a change, in the person's words: fields by their labels, values as the screens show them.
 */
import { isLocale, localeName } from '@signet/contract/locales';
import { isPayloadDate } from '@signet/contract/dates';
import type { Column, Columns } from '@signet/contract/record';
import { RECORDS } from '@signet/contract/records';
import { isTextKey, useText, type TextKey, type TextOf } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useCountryName } from '../../session/countries.ts';

/** The records whose columns are declared, by what the log calls them. */
const DECLARED: Readonly<Record<string, Columns>> = RECORDS;

/** Labels of the log's fields of anything else. */
const LABELS: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
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
  const key = DECLARED[kind]?.[field]?.label ?? LABELS[kind]?.[field] ?? '';
  return isTextKey(key) ? key : null;
}

type Words = { date: (day: string) => string; country: (code: string) => string };

/** What a value is called; `text` is empty where there is none. */
export function valueWords(t: TextOf, kind: string, field: string, text: string, words: Words): string {
  if (kind === 'FEATURE_FLAG' && field === 'enabled')
    return t(text === '' ? 'accounts.event.flagAsPlatform' : text === 'true' ? 'accounts.on' : 'accounts.off');
  if (text === '') return t('common.none');
  const column = DECLARED[kind]?.[field];
  if (column) return columnWords(t, column, text, words);
  if (field === 'active') return t(text === 'true' ? 'accounts.active' : 'accounts.inactive');
  if (field === 'locale' && isLocale(text)) return localeName(text);
  const scope = field === 'access_scope' ? `scope.${text}` : '';
  return isTextKey(scope) ? t(scope) : plainWords(t, text);
}

const plainWords = (t: TextOf, text: string): string =>
  text === 'true' ? t('accounts.on') : text === 'false' ? t('accounts.off') : text;

/** What the value of a declared column is called. */
function columnWords(t: TextOf, column: Column, text: string, words: Words): string {
  if (column.type === 'day') return isPayloadDate(text) ? words.date(text) : text;
  if (column.type === 'text' && column.format === 'country') return words.country(text);
  if (column.type === 'text' && column.format === 'locale') return isLocale(text) ? localeName(text) : text;
  const key =
    column.type === 'choice' && column.words
      ? `${column.words}.${text}`
      : column.type === 'boolean' && column.words
        ? column.words[text === 'true' ? 1 : 0]
        : '';
  if (isTextKey(key)) return t(key);
  return column.type === 'boolean' ? plainWords(t, text) : text;
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
