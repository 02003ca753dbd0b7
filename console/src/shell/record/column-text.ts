/** The value of a declared column in the person's words. */
import { isPayloadDate } from '@signet/contract/dates';
import { isLocale, localeName } from '@signet/contract/locales';
import type { Column } from '@signet/contract/record';
import { isTextKey, useText } from '../../i18n/text.ts';
import { useCountryName } from '../../session/countries.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useDateFormat } from '../../session/profile.ts';

/** `text` is the value as a text; where it is empty there is none. */
export function useColumnText(): (column: Column, text: string) => string {
  const t = useText();
  const date = useDateFormat();
  const time = useDateTimeFormat();
  const country = useCountryName();
  return (column, text) => {
    if (text === '') return t('common.none');
    if (column.type === 'day') return isPayloadDate(text) ? date(text) : text;
    if (column.type === 'instant') return time(text);
    if (column.type === 'text' && column.format === 'country') return country(text);
    if (column.type === 'text' && column.format === 'locale') return isLocale(text) ? localeName(text) : text;
    const key = valueTextKey(column, text);
    return isTextKey(key) ? t(key) : text;
  };
}

/** The text key of what can be chosen, or of yes and no; empty for a column that has none. */
function valueTextKey(column: Column, text: string): string {
  if (column.type === 'choice' && column.valueTexts) return `${column.valueTexts}.${text}`;
  return column.type === 'boolean' && column.valueTexts ? column.valueTexts[text === 'true' ? 1 : 0] : '';
}
