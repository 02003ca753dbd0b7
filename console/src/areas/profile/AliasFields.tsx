/** The own aliases, identifier and value in rows; for system scope only (S-199, S-200). */
import { Button, TextInput } from '@mantine/core';
import { useState, type ChangeEvent } from 'react';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { LIMITS } from '@signet/contract/limits';
import type { Reason } from '@signet/contract/problem';
import { whyNotAliasIdentifier, whyNotAliasValue } from '@signet/contract/rules';
import { useText } from '../../i18n/text.ts';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import css from './profile.module.css';

export type Alias = { key: number; identifier: string; value: string };

/** What is wrong with the identifier of a row: its own rule, or another row that has it. */
function whyNotIdentifier(rows: readonly Alias[], row: Alias): Reason | null {
  if (rows.some((other) => other.key !== row.key && other.identifier === row.identifier)) return { status: 'CONFLICT' };
  return whyNotAliasIdentifier(row.identifier);
}

/** True when every row may be saved. */
export function aliasesFine(rows: readonly Alias[]): boolean {
  return rows.every((row) => whyNotIdentifier(rows, row) === null && whyNotAliasValue(row.value) === null);
}

export function AliasFields({ rows, onChange }: { rows: readonly Alias[]; onChange: (rows: Alias[]) => void }) {
  const t = useText();
  const add = () =>
    onChange([...rows, { key: Math.max(0, ...rows.map((row) => row.key)) + 1, identifier: '', value: '' }]);
  return (
    <div>
      {rows.map((row, index) => (
        <AliasRow
          key={row.key}
          number={index + 1}
          row={row}
          whyNot={whyNotIdentifier(rows, row)}
          onChange={(next) => onChange(rows.map((one) => (one.key === row.key ? next : one)))}
          onRemove={() => onChange(rows.filter((one) => one.key !== row.key))}
        />
      ))}
      <Button
        mt={rows.length > 0 ? 'sm' : 0}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={add}
      >
        {t('profile.aliasAdd')}
      </Button>
    </div>
  );
}

function AliasRow({
  number,
  row,
  whyNot,
  onChange,
  onRemove,
}: {
  /** Counts from 1. */
  number: number;
  row: Alias;
  whyNot: Reason | null;
  onChange: (row: Alias) => void;
  onRemove: () => void;
}) {
  const t = useText();
  const title = t('profile.aliasRow', { number });
  // An empty field is only wrong once the person has left it.
  const [left, setLeft] = useState({ identifier: false, value: false });
  const field = (name: 'identifier' | 'value', reason: Reason | null, max: number) => ({
    value: row[name],
    maxLength: max + 1,
    autoComplete: 'off',
    error:
      reason && (row[name] !== '' || left[name]) ? (
        reason.status === 'CONFLICT' ? (
          t('profile.aliasTwice')
        ) : (
          <ReasonText reason={reason} />
        )
      ) : null,
    onBlur: () => setLeft({ ...left, [name]: true }),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ ...row, [name]: event.currentTarget.value }),
  });
  return (
    <div className={css.row} role="group" aria-label={title}>
      <TextInput label={t('profile.aliasIdentifier')} {...field('identifier', whyNot, LIMITS.aliasIdentifierMax)} />
      <TextInput
        label={t('profile.aliasValue')}
        {...field('value', whyNotAliasValue(row.value), LIMITS.aliasValueMax)}
      />
      <IconButton
        label={t('list.actOn', { act: t('profile.aliasRemove'), name: row.identifier || title })}
        icon={IconTrash}
        onClick={onRemove}
      />
    </div>
  );
}
