/** The people of a list, to be typed, pasted and mended in place; a page of rows at a time. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { localeName, LOCALES, isLocale } from '@signet/contract/locales';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ClipboardEvent } from 'react';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ReasonText } from '../form/ReasonText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusDot } from '../../ui/State.tsx';
import { tableOf } from './people-file.ts';
import {
  fieldsOf,
  withRow,
  withTable,
  withValue,
  type ChangeRows,
  type Columns,
  type PersonRow,
} from './people-rows.ts';
import css from './people-list.module.css';

const PAGE = 20;
/** What is no prose is neither corrected nor begun with a capital. */
const EXACT = { autoCapitalize: 'none', spellCheck: false };
const KINDS: Readonly<Record<string, object>> = {
  user_name: EXACT,
  email: { ...EXACT, type: 'email' },
  phone: { type: 'tel' },
};

type Props = {
  rows: readonly PersonRow[];
  columns: Columns;
  /** Why somebody is left as they are, in words. */
  isThere: string;
  onChange: ChangeRows;
};
/** `asked` is the page that was turned to, from 0. */
type Paged = { asked: number; onAsk: (page: number) => void };

export function PeopleTable({ rows, columns, isThere, asked, onAsk, onChange }: Props & Paged) {
  const t = useText();
  // Rows that were taken out may have taken the last page along.
  const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
  const page = Math.min(asked, last);
  const from = page * PAGE;
  const shown = rows.slice(from, from + PAGE);
  return (
    <div className={css.people}>
      <div className={css.heads} aria-hidden>
        <span />
        {Object.entries(columns.heads).map(([field, head]) => (
          <span key={field}>{head}</span>
        ))}
      </div>
      <ol className={css.rows}>
        {shown.map((row) => (
          <Row key={row.number} {...{ row, columns, isThere, onChange }} />
        ))}
      </ol>
      <div className={css.foot}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => {
            onChange(withRow);
            onAsk(Math.floor(rows.length / PAGE));
          }}
        >
          {t('peopleList.add')}
        </Button>
        {rows.length > PAGE && (
          <span className={css.pages}>
            <span role="status">
              {t('list.range', { from: from + 1, to: from + shown.length, total: rows.length })}
            </span>
            <IconButton
              label={t('list.previous')}
              icon={IconChevronLeft}
              aria-disabled={page === 0 || undefined}
              onClick={() => onAsk(Math.max(0, page - 1))}
            />
            <IconButton
              label={t('list.next')}
              icon={IconChevronRight}
              aria-disabled={page === last || undefined}
              onClick={() => onAsk(Math.min(last, page + 1))}
            />
          </span>
        )}
      </div>
    </div>
  );
}

function Row({ row, columns, isThere, onChange }: { row: PersonRow } & Omit<Props, 'rows'>) {
  const t = useText();
  const { number } = row;
  /** Several cells of a spreadsheet fill several of ours. */
  const onPaste = (field: string) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    tableOf(text)
      .then((table) => onChange((now) => withTable(columns, now, number, field, table)))
      .catch(showProblem);
  };
  const cell = (field: string) => {
    const reason = row.wrong[field];
    const label = columns.heads[field] ?? field;
    return {
      label,
      'aria-label': t('peopleList.cell', { field: label, row: number }),
      'aria-invalid': reason ? true : undefined,
      error: reason ? <ReasonText reason={reason} /> : null,
      value: row.values[field] ?? '',
      size: 'xs',
      onPaste: onPaste(field),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        onChange((now) => withValue(now, number, field, currentTarget.value)),
    };
  };
  const locale = row.values['locale'] ?? '';
  const languages = [
    { value: '', label: t('peopleList.sameLanguage') },
    ...(locale === '' || isLocale(locale) ? [] : [{ value: locale, label: locale }]),
    ...LOCALES.map((value) => ({ value, label: localeName(value) })),
  ];
  return (
    <li className={css.row} aria-label={t('peopleList.row', { row: number })}>
      <span className={css.number}>{t('list.total', { total: number })}</span>
      {fieldsOf(columns).map((field) =>
        field === 'locale' ? (
          <NativeSelect key={field} {...cell(field)} data={languages} />
        ) : (
          <TextInput key={field} {...cell(field)} {...KINDS[field]} autoComplete="off" />
        ),
      )}
      <IconButton
        label={t('peopleList.remove', { row: number })}
        icon={IconTrash}
        onClick={() => onChange((now) => now.filter((one) => one.number !== number))}
      />
      {row.whole && (
        <div className={css.whole}>
          <ReasonText reason={row.whole} />
        </div>
      )}
      {row.isThere && (
        <div className={css.whole}>
          <StatusDot on={false}>{isThere}</StatusDot>
        </div>
      )}
    </li>
  );
}
