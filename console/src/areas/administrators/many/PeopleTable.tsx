/** The people of a list, to be typed, pasted and mended in place; a page of rows at a time. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { localeName, LOCALES, isLocale } from '@signet/contract/locales';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ClipboardEvent } from 'react';
import { useText } from '../../../i18n/text.ts';
import { ReasonText } from '../../../shell/form/ReasonText.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { StatusDot } from '../../../ui/State.tsx';
import { tableOf, type Heads } from './people-file.ts';
import { PERSON_FIELDS, withRow, withTable, withValue, type PersonField, type PersonRow } from './people-rows.ts';
import css from './many.module.css';

const PAGE = 20;

type Props = {
  rows: readonly PersonRow[];
  heads: Heads;
  onChange: (rows: PersonRow[]) => void;
};
/** `asked` is the page that was turned to, from 0. */
type Paged = { asked: number; onAsk: (page: number) => void };

export function PeopleTable({ rows, heads, asked, onAsk, onChange }: Props & Paged) {
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
        {PERSON_FIELDS.map((field) => (
          <span key={field}>{heads[field]}</span>
        ))}
      </div>
      <ol className={css.rows}>
        {shown.map((row) => (
          <Row key={row.number} row={row} rows={rows} heads={heads} onChange={onChange} />
        ))}
      </ol>
      <div className={css.foot}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => {
            onChange(withRow(rows));
            onAsk(Math.floor(rows.length / PAGE));
          }}
        >
          {t('administrators.many.add')}
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

function Row({ row, rows, heads, onChange }: { row: PersonRow } & Props) {
  const t = useText();
  const { number } = row;
  /** Several cells of a spreadsheet fill several of ours. */
  const onPaste = (field: PersonField) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    onChange(withTable(rows, number, field, tableOf(text)));
  };
  const cell = (field: PersonField) => {
    const reason = row.wrong[field];
    return {
      'aria-label': t('administrators.many.cell', { field: heads[field], row: number }),
      'aria-invalid': reason ? true : undefined,
      error: reason ? <ReasonText reason={reason} /> : null,
      value: row.values[field],
      size: 'xs',
      onPaste: onPaste(field),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        onChange(withValue(rows, number, field, currentTarget.value)),
    };
  };
  const { locale } = row.values;
  const languages = [
    { value: '', label: t('administrators.many.sameLanguage') },
    ...(locale === '' || isLocale(locale) ? [] : [{ value: locale, label: locale }]),
    ...LOCALES.map((value) => ({ value, label: localeName(value) })),
  ];
  return (
    <li className={css.row} aria-label={t('administrators.many.row', { row: number })}>
      <span className={css.number}>{t('list.total', { total: number })}</span>
      <TextInput {...cell('first_name')} placeholder={heads.first_name} autoComplete="off" />
      <TextInput {...cell('last_name')} placeholder={heads.last_name} autoComplete="off" />
      <TextInput
        {...cell('user_name')}
        placeholder={heads.user_name}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...cell('email')}
        placeholder={heads.email}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput {...cell('phone')} placeholder={heads.phone} type="tel" autoComplete="off" />
      <NativeSelect {...cell('locale')} data={languages} />
      <IconButton
        label={t('administrators.many.remove', { row: number })}
        icon={IconTrash}
        onClick={() => onChange(rows.filter((one) => one !== row))}
      />
      {row.whole && (
        <div className={css.whole}>
          <ReasonText reason={row.whole} />
        </div>
      )}
      {row.isThere && (
        <div className={css.whole}>
          <StatusDot on={false}>{t('administrators.many.isThere')}</StatusDot>
        </div>
      )}
    </li>
  );
}
