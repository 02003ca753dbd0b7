/**
 * What the audit log says of a change, in the person's words: fields by their labels, values as the screens show them.
 */
import { isLocale, localeName } from '@signet/contract/locales';
import type { Columns } from '@signet/contract/record';
import { RECORDS } from '@signet/contract/records';
import { isTextKey, useText, type TextKey, type TextOf } from '../../i18n/text.ts';
import { useColumnText } from '../../shell/record/column-text.ts';

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

/** What a value of a record that is not declared is called; `text` is empty where there is none. */
function valueText(t: TextOf, kind: string, field: string, text: string): string {
  if (kind === 'FEATURE_FLAG' && field === 'enabled')
    return t(text === '' ? 'accounts.event.flagAsPlatform' : text === 'true' ? 'accounts.on' : 'accounts.off');
  if (text === '') return t('common.none');
  if (field === 'active') return t(text === 'true' ? 'accounts.active' : 'accounts.inactive');
  if (field === 'locale' && isLocale(text)) return localeName(text);
  const scope = field === 'access_scope' ? `scope.${text}` : '';
  if (isTextKey(scope)) return t(scope);
  return text === 'true' ? t('accounts.on') : text === 'false' ? t('accounts.off') : text;
}

/** Both, for the language, date format and countries of the moment. */
export function useEventTexts(): {
  label: (kind: string, field: string) => string | null;
  value: (kind: string, field: string, text: string) => string;
} {
  const t = useText();
  const columnText = useColumnText();
  return {
    label(kind, field) {
      const key = labelOf(kind, field);
      return key && t(key);
    },
    value(kind, field, text) {
      const column = DECLARED[kind]?.[field];
      return column ? columnText(column, text) : valueText(t, kind, field, text);
    },
  };
}
