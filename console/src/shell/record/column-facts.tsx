/** The status block of a declared record: what people fill in, each column as its type is shown. */
import { inputNames, type Column, type Columns, type InputName } from '@signet/contract/record';
import { isTextKey, useText } from '../../i18n/text.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmailAddress } from '../../ui/EmailAddress.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { useColumnText } from './column-text.ts';

type Order<C extends Columns> = {
  /** Those that come first, in this order; the others follow as they are declared. */
  first?: readonly InputName<C>[];
  /** Those that the page shows in its own way. */
  without?: readonly InputName<C>[];
};

export function useColumnFacts(): <C extends Columns>(columns: C, record: object, order?: Order<C>) => Fact[] {
  const t = useText();
  const columnText = useColumnText();
  const valueOf = (column: Column, value: unknown) => {
    const text = textOf(value);
    if (text === '') return <span className="t3">{columnText(column, '')}</span>;
    const dated = column.type === 'day' || column.type === 'instant';
    if (column.type === 'text' && column.format === 'email') return <EmailAddress>{text}</EmailAddress>;
    return dated ? <DateText value={text} text={columnText(column, text)} /> : columnText(column, text);
  };
  return (columns, record, { first = [], without = [] } = {}) => {
    const values = new Map<string, unknown>(Object.entries(record));
    const names = [...new Set<string>([...first, ...inputNames(columns)])];
    return names
      .filter((name) => !without.some((one) => one === name))
      .flatMap((name) => {
        const column = columns[name];
        const key = column?.label ?? '';
        return column && isTextKey(key) ? [{ label: t(key), value: valueOf(column, values.get(name)) }] : [];
      });
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
