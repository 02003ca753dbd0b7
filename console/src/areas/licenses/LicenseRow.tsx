/** One feature in the edit form: what holds, what is to change, and what it would come to. */
import { Input, NativeSelect } from '@mantine/core';
import { isOnlyCounted } from '@signet/contract/licensed-features';
import { useState, type ReactNode } from 'react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { afterPointer } from '../../shell/form/after-pointer.ts';
import { ReasonMessage, type FieldReason } from '../../shell/form/ReasonText.tsx';
import { AS } from '../../shell/list/table-roles.ts';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { isFixed, isUnlimited, type Entry, type Row } from './license-form.ts';
import css from './license-form.module.css';

type Props = {
  row: Row;
  /** The partner whose licenses are moved; null for the platform's. */
  above: string | null;
  /** Of the field to go to where the row is wrong. */
  inputId: string;
  /** What the server said of the row. */
  refused: FieldReason | null;
  onChange: (entry: Entry | null) => void;
};

export function LicenseRow({ row, above, inputId, refused, onChange }: Props) {
  const t = useText();
  const words = useLicenseWords();
  // A wrong number is told once its field was left, and from then on as it changes.
  const [left, setLeft] = useState(false);
  const { name, figures, entry, wrong, after, actions } = row;
  const feature = words.feature(name);
  const isTold = refused !== null || wrong?.kind === 'not_offered' || (wrong !== null && left);
  const look = isTold ? css.wrong : entry ? css.changed : '';
  const messageId = `${inputId}-message`;
  const choose = (chosen: string) => {
    const action = actions.find((one) => one === chosen) ?? 'no_change';
    setLeft(false);
    onChange(action === 'no_change' ? null : { action, quantity: entry?.quantity ?? '' });
  };
  return (
    <>
      <tr {...AS.row} className={look}>
        <th scope="row">
          <span className="strong">{feature}</span>
          <Hint row={row} above={above} />
        </th>
        <Figure of={t('licenses.used')}>{words.number(figures.used)}</Figure>
        <Figure of={t('licenses.allocated')}>{words.quantity(figures.limit)}</Figure>
        <Figure of={t(above === null ? 'licenses.leftOf.platform' : 'licenses.leftOf.partner')}>
          <Live before={figures.available} after={after?.available ?? figures.available} />
        </Figure>
        <td {...AS.cell} className={css.act}>
          <NativeSelect
            size="xs"
            aria-label={t('licenses.actionOf', { feature })}
            value={entry?.action ?? 'no_change'}
            disabled={isFixed(row)}
            onChange={(event) => choose(event.currentTarget.value)}
            data={actions.map((value) => ({ value, label: t(`licenses.action.${value}`) }))}
          />
          {entry && (
            <Input
              size="xs"
              id={inputId}
              aria-label={t('licenses.quantityOf', { feature })}
              attributes={{ input: { 'aria-describedby': messageId } }}
              error={isTold}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              value={entry.quantity}
              onChange={(event) => onChange({ ...entry, quantity: event.currentTarget.value })}
              onBlur={() => afterPointer(() => setLeft(true))}
            />
          )}
        </td>
        <Figure of={t('licenses.newLimit')}>
          {wrong ? <span className="t3">{t('licenses.notValid')}</span> : words.quantity(after?.limit ?? figures.limit)}
        </Figure>
        <Figure of={t('licenses.remaining')}>
          <span className="strong">{words.quantity(after?.remaining ?? figures.remaining)}</span>
          <Gain gain={row.gain} />
        </Figure>
      </tr>
      {entry && (
        <tr {...AS.row} className={`${css.message} ${look}`}>
          <td {...AS.cell} colSpan={4} />
          <td {...AS.cell} colSpan={3} id={messageId}>
            {isTold ? <Wrong row={row} above={above} refused={refused} /> : <Note row={row} />}
          </td>
        </tr>
      )}
    </>
  );
}

/** A number; `of` is the head above it, said again where the columns have no room. */
function Figure({ of, children }: { of: string; children: ReactNode }) {
  return (
    <td {...AS.cell} className={css.num}>
      <span className={css.of} aria-hidden>
        {of}
      </span>
      <span>{children}</span>
    </td>
  );
}

/** What is left above: as it would be, and under it as it is. */
function Live({ before, after }: { before: number; after: number }) {
  const words = useLicenseWords();
  return (
    <>
      {words.quantity(after)}
      {after !== before && <s className={css.before}>{words.quantity(before)}</s>}
    </>
  );
}

/** What the limit gains or loses. */
function Gain({ gain }: { gain: number }) {
  const words = useLicenseWords();
  const sign = gain > 0 ? '+' : '−';
  return (
    <span className={`${css.gain} ${gain > 0 ? css.more : css.less}`}>
      {gain !== 0 && `${sign}${words.number(Math.abs(gain))}`}
    </span>
  );
}

/** Why an action is not in the list. */
function Hint({ row: { figures, actions }, above }: { row: Row; above: string | null }) {
  const t = useText();
  if (isUnlimited(figures.limit))
    return actions.length === 1 && <span className={css.hint}>{t('licenses.noLimitHint')}</span>;
  if (actions.includes('add')) return null;
  return (
    <span className={css.hint}>
      {t('licenses.noneLeft', { named: above === null ? 'no' : 'yes', name: above ?? '' })}
    </span>
  );
}

function Wrong({ row: { wrong, entry, figures }, above, refused }: Pick<Props, 'row' | 'above' | 'refused'>) {
  const t = useText();
  if (wrong?.kind === 'not_offered') return <FieldError>{t('licenses.notOffered')}</FieldError>;
  const reason: FieldReason | null =
    wrong?.kind === 'refused' ? wrong.reason : wrong ? { status: 'LICENSE_NOT_POSITIVE' } : refused;
  if (reason === null) return null;
  // How much there is to add belongs to a number that is none of it.
  const isAddition = wrong?.kind === 'refused' && entry?.action === 'add' && !isUnlimited(figures.available);
  return (
    <FieldError>
      <ReasonMessage reason={reason} />
      {isAddition && (
        <>
          {' '}
          {t('licenses.hasLeft', {
            named: above === null ? 'no' : 'yes',
            name: above ?? '',
            count: figures.available + figures.comes_back,
          })}
        </>
      )}
    </FieldError>
  );
}

/** What a reset does beside the limit. */
function Note({ row: { entry, after, name, figures } }: { row: Row }) {
  const t = useText();
  if (entry?.action !== 'reset' || !after) return null;
  if (isOnlyCounted(name)) return <span className={css.note}>{t('licenses.countsAnew')}</span>;
  if (after.limit >= figures.used) return null;
  return <span className={css.note}>{t('licenses.staysInUse', { used: figures.used })}</span>;
}
