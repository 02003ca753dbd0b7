/** Behind the bell: the person's runs of bulk acts that are under way, or have ended and were not looked at. */
import type { BulkPlanSummary } from '@signet/contract/bulk';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { StatusBadge } from '../../ui/State.tsx';
import { actTexts } from '../bulk/act-texts.ts';
import { RUN_TONES } from '../bulk/run-state.ts';
import { PageLink } from '../routing/PageLink.tsx';
import css from './notices.module.css';

export function OwnRuns({ runs, onFollow }: { runs: readonly BulkPlanSummary[]; onFollow: () => void }) {
  const t = useText();
  const time = useDateTimeFormat();
  return (
    <ul className={css.runs} aria-label={t('bulk.ownRuns')}>
      {runs.map((run) => {
        const { title, planAt } = actTexts(t, run);
        const { status, change, settled, done, ended_at: end } = run;
        return (
          <li key={run.id}>
            <PageLink to={planAt(run.id)} onClick={onFollow}>
              {title}
            </PageLink>
            <div className={css.runState}>
              <StatusBadge tone={RUN_TONES[status]}>{t(`bulk.status.${status}`)}</StatusBadge>
              <span>
                {end ? t('bulk.result', { done, total: change }) : t('bulk.progress', { done: settled, total: change })}
              </span>
              {end && (
                <time className={css.code} dateTime={end}>
                  {time(end)}
                </time>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
