/** The form of the end-date filter: within so many days, or between two days. */
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { TextKey } from '../../i18n/text.ts';
import { useText } from '../../i18n/text.ts';
import { useDayTexts } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { useToday } from '../../session/today.ts';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { DAYS_MAX, endsText, parseEnds, whyNotEnds, type Ends, type WhyNotEnds } from './ends.ts';
import css from './accounts.module.css';

const REASONS = {
  days: 'accounts.ends.daysWrong',
  from: 'notifications.exceptions.INVALID_DATE',
  to: 'notifications.exceptions.INVALID_DATE',
  empty: 'accounts.ends.rangeEmpty',
  order: 'accounts.ends.rangeOrder',
} as const satisfies Record<WhyNotEnds, TextKey>;

export function EndsEditor({ value, onApply }: { value: string; onApply: (value: string) => void }) {
  const t = useText();
  const { display } = useDayTexts();
  const today = useToday();
  const before = parseEnds(value);
  const range = before && !('days' in before) ? before : null;
  const [kind, setKind] = useState(range ? 'range' : 'days');
  const [days, setDays] = useState(before && 'days' in before ? String(before.days) : '30');
  const [from, setFrom] = useState(range?.from ?? '');
  const [to, setTo] = useState(range?.to ?? '');
  const [wrong, setWrong] = useState<WhyNotEnds | null>(null);
  const chosen: Ends =
    kind === 'days'
      ? { days: /^\d+$/.test(days.trim()) ? Number(days) : Number.NaN }
      : { from: from || null, to: to || null };
  const reason = wrong && whyNotEnds(chosen);
  // Enter leaves the focus in the field.
  const error = reason && (
    <AtOnce>
      <FieldError>{t(REASONS[reason], { max: DAYS_MAX, example: display(today) })}</FieldError>
    </AtOnce>
  );

  function apply(event: FormEvent) {
    event.preventDefault();
    const problem = whyNotEnds(chosen);
    setWrong(problem);
    if (problem === null) onApply(endsText(chosen));
  }

  return (
    <form className={css.ends} noValidate onSubmit={apply}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('accounts.endDate')}
        value={kind}
        onChange={(chosenKind) => {
          setKind(chosenKind);
          setWrong(null);
        }}
        data={[
          { value: 'days', label: t('accounts.ends.kindDays') },
          { value: 'range', label: t('accounts.ends.kindRange') },
        ]}
      />
      {kind === 'days' ? (
        <TextInput
          size="xs"
          inputMode="numeric"
          maxLength={6}
          label={t('accounts.ends.days')}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          error={error}
        />
      ) : (
        <>
          <DayField
            size="xs"
            label={t('accounts.ends.from')}
            value={from}
            onChange={setFrom}
            error={reason === 'from' && error}
          />
          <DayField
            size="xs"
            label={t('accounts.ends.to')}
            value={to}
            onChange={setTo}
            error={reason !== 'from' && error}
          />
        </>
      )}
      <Button type="submit" variant="filled">
        {t('list.apply')}
      </Button>
    </form>
  );
}
