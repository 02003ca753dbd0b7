/** Puts a row off until a day, with a reason. */
import { SegmentedControl, TextInput } from '@mantine/core';
import type { Ending } from '@signet/contract/areas/ends-soon';
import { daysAfter, whyNotSnooze } from '@signet/contract/areas/ends-soon-record';
import { LIMITS } from '@signet/contract/limits';
import { whyNotFilledLine } from '@signet/contract/rules';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useOnOpening } from '../../shell/confirm/use-on-opening.ts';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import css from './ends-soon.module.css';

const PLACE = 'PUT /account/ui-api/v1/ends-soon/{key}/snooze';
type Choice = 'week' | 'before' | 'other';

type Props = {
  /** Null while nobody is asked. */
  row: Ending | null;
  /** Puts away the question about this row, which may be another one by now. */
  onClose: (row: Ending) => void;
};

export function SnoozeDialog({ row, onClose }: Props) {
  // Stays while it fades.
  const [shown, setShown] = useState(row);
  if (row !== null && row !== shown) setShown(row);
  return shown && <Question key={shown.key} row={shown} opened={row !== null} onClose={() => onClose(shown)} />;
}

function Question({ row, opened, onClose }: { row: Ending; opened: boolean; onClose: () => void }) {
  const t = useText();
  const date = useDateFormat();
  const today = useToday();
  const dayRule = useDayRule();
  const days: Record<Exclude<Choice, 'other'>, string> = {
    week: daysAfter(today, 7),
    before: daysAfter(row.ends_on, -3),
  };
  const isGood = (day: string) => whyNotSnooze(day, { today, endsOn: row.ends_on }) === null;
  const choices = (['before', 'week'] as const).filter((one) => isGood(days[one]));
  const stored = {
    choice: row.snooze ? 'other' : (choices[0] ?? 'other'),
    typed: row.snooze?.until ?? '',
    reason: row.snooze?.reason ?? '',
  } as const;
  const [choice, setChoice] = useState<Choice>(stored.choice);
  const [typed, setTyped] = useState<string>(stored.typed);
  const [left, setLeft] = useState(false);
  const [reason, setReason] = useState<string>(stored.reason);
  useOnOpening(opened, () => {
    setChoice(stored.choice);
    setTyped(stored.typed);
    setLeft(false);
    setReason(stored.reason);
  });
  const [busy, setBusy] = useState(false);
  const until = choice === 'other' ? typed : days[choice];
  const noDay = dayRule(until);
  const wrongDay = noDay ?? whyNotSnooze(until, { today, endsOn: row.ends_on });
  const wrongReason = whyNotFilledLine(reason, LIMITS.snoozeReasonMax);

  const snooze = async () => {
    setBusy(true);
    try {
      await change(PLACE, { params: { key: row.key }, body: { until, reason } });
      notify({ type: 'success', message: t('endsSoon.snoozeDone', { name: row.name, day: date(until) }) });
      onClose();
    } catch (thrown) {
      showProblem(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('endsSoon.snoozeTitle', { name: row.name })}
      act={t('endsSoon.snooze')}
      busy={busy}
      whyNotYet={wrongDay || wrongReason ? t('endsSoon.snoozeFirst') : null}
      onConfirm={() => void snooze()}
      onClose={onClose}
    >
      <div className={css.snooze}>
        <div>
          {choices.length > 0 && (
            <SegmentedControl
              fullWidth
              aria-label={t('endsSoon.until')}
              value={choice}
              onChange={setChoice}
              data={[
                ...choices.map((value) => ({
                  value,
                  label: t(value === 'week' ? 'endsSoon.oneWeek' : 'endsSoon.threeDaysBefore'),
                })),
                { value: 'other' as const, label: t('endsSoon.other') },
              ]}
            />
          )}
          {choice === 'other' && (
            <DayField
              mt={8}
              label={t('endsSoon.until')}
              value={typed}
              first={daysAfter(today, 1)}
              onChange={setTyped}
              onBlur={() => setLeft(true)}
              error={(left || !noDay) && wrongDay && <ReasonText reason={wrongDay} />}
            />
          )}
          {!wrongDay && <p className={css.help}>{t('endsSoon.comesBack', { day: date(until) })}</p>}
        </div>
        <TextInput
          label={t('endsSoon.reason')}
          description={t('endsSoon.reasonHelp')}
          value={reason}
          maxLength={LIMITS.snoozeReasonMax}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
