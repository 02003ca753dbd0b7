/** Asks why a person can do something, or can't, now or on a day gone by. The address says what is asked. */
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useProfile } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { useDayRule } from '../../shell/day/day-texts.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import css from './access-check.module.css';
import { ActPicker } from './ActPicker.tsx';
import { useChoices } from './choices.ts';
import { Explanation } from './Explanation.tsx';

/** Whose access: the person's own, where it is the one who is signed in. */
type Props = { personId: string; serviceUser?: boolean };

export default function AccessCheck({ personId, serviceUser = false }: Props) {
  const t = useText();
  const { search, hash, change } = useOwnAddress();
  const choices = useChoices({ screens: !serviceUser });
  const asked = search['check'];
  const chosen = choices.find(({ value }) => value === asked);
  const date = search['date'] ?? '';
  const today = useToday();
  const own = useProfile().id === personId;
  const dayRule = useDayRule();
  const wrongDay = date === '' ? null : (dayRule(date) ?? (date > today ? { status: 'DATE_AHEAD' as const } : null));
  const { data, error, refetch } = useQuery({
    ...queryOf('GET /account/ui-api/v1/access-check', {
      query: { act: chosen?.act ?? '', user_id: personId, ...(date === '' ? {} : { date }) },
    }),
    enabled: chosen !== undefined && wrongDay === null,
  });
  const put = (next: { check?: string; date?: string }) => {
    const { date: _, ...rest } = { ...search, ...next };
    const day = next.date ?? date;
    change({ search: { ...rest, ...(day === '' ? {} : { date: day }) }, hash }, { replace: true, typing: 'check' });
  };
  const refused = wrongDay ?? error?.fields['date'];
  const dayError = refused ? problemText({ message: '', ...refused }) : undefined;
  return (
    <div className={css.check}>
      <div className={css.question}>
        <ActPicker choices={choices} chosen={chosen} onChoose={(check) => put({ check })} />
        <DayField
          label={t('accessCheck.date')}
          description={t('accessCheck.dateHelp')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={date}
          onChange={(day) => put({ date: day })}
          error={dayError}
        />
      </div>
      <div role="status" className={css.answer}>
        {!chosen && <p className="t2">{t('accessCheck.idle')}</p>}
        {chosen && error && !dayError && (
          <Failed
            title={t('page.failed')}
            message={problemText(error)}
            correlationId={error.correlationId}
            onRetry={() => void refetch()}
          />
        )}
        {chosen && !error && !data && !wrongDay && <Busy />}
        {chosen && !dayError && data && <Explanation check={data} what={chosen.label} own={own} />}
      </div>
    </div>
  );
}
