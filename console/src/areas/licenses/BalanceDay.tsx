/** Chooses the day whose balance is shown beside today's. */
import { isPayloadDate } from '@signet/contract/dates';
import { IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useOwnToday } from '../../session/today.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import css from './licenses.module.css';

export function BalanceDay({ day, onChange }: { day: string | null; onChange: (day: string | null) => void }) {
  const t = useText();
  const id = useId();
  const today = useOwnToday();
  const whyNotDay = useDayRule();
  // What is typed and no day yet; null while the field shows the day.
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const value = typed ?? day ?? '';
  const reason = value === '' ? null : whyNotDay(value);
  const isFuture = reason === null && value > today;
  const choose = (next: string) => {
    const isChosen = isPayloadDate(next) && next <= today;
    setTyped(isChosen || next === '' ? null : next);
    if (isChosen || next === '') onChange(next === '' ? null : next);
  };
  const error = reason ? (
    <ReasonText reason={reason} />
  ) : (
    isFuture && <FieldError>{t('licenses.asOfFuture')}</FieldError>
  );
  return (
    <div className={css.asOf}>
      <label htmlFor={id}>{t('licenses.asOf')}</label>
      <DayField
        id={id}
        size="xs"
        value={value}
        onChange={choose}
        onBlur={() => setLeft(true)}
        error={left && typed !== null && error}
      />
      {value !== '' && (
        <IconButton size={24} label={t('licenses.asOfClear')} icon={IconX} iconSize={14} onClick={() => choose('')} />
      )}
    </div>
  );
}
