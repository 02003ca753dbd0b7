/** The rows of a plan by verdict, or by what came of them, with their numbers. */
import { BULK_OUTCOMES } from '@signet/contract/bulk-names';
import type { BulkPlan } from '@signet/contract/bulk';
import { useText } from '../../i18n/text.ts';
import type { List } from '../../shell/list/list-state.ts';
import css from './bulk.module.css';

type Tab = { key: string; label: string; count: number; verdict: string | null; outcome: string | null };

export function RowTabs({ plan, list }: { plan: BulkPlan; list: List<'name' | 'verdict' | 'outcome'> }) {
  const t = useText();
  const { verdicts, outcomes, total, started_at: begun } = plan;
  const byVerdict = (verdict: 'change' | 'same' | 'refused'): Tab => ({
    key: verdict,
    label: t(`bulk.verdict.${verdict}`),
    count: verdicts[verdict],
    verdict,
    outcome: null,
  });
  const byOutcome = (outcome: keyof BulkPlan['outcomes']): Tab => ({
    key: outcome,
    label: t(`bulk.outcome.${outcome}`),
    count: outcomes[outcome],
    verdict: 'change',
    outcome,
  });
  const tabs: Tab[] = [
    { key: 'all', label: t('bulk.all'), count: total, verdict: null, outcome: null },
    ...(begun
      ? [...BULK_OUTCOMES.map(byOutcome), byOutcome('waiting'), byVerdict('same'), byVerdict('refused')]
      : [byVerdict('change'), byVerdict('same'), byVerdict('refused')]),
  ];
  const isCurrent = ({ verdict, outcome }: Tab): boolean =>
    (list.filters.verdict ?? null) === verdict && (list.filters.outcome ?? null) === outcome;
  return (
    <nav className={css.tabs} aria-label={t('bulk.verdicts')}>
      {tabs
        .filter((tab) => !begun || tab.key === 'all' || tab.count > 0 || isCurrent(tab))
        .map((tab) => (
          <button
            key={`${tab.verdict} ${tab.key}`}
            type="button"
            aria-current={isCurrent(tab) || undefined}
            onClick={() => list.setFilters({ verdict: tab.verdict, outcome: tab.outcome })}
          >
            {tab.label}
            <span className={css.number}>{t('list.total', { total: tab.count })}</span>
          </button>
        ))}
    </nav>
  );
}
