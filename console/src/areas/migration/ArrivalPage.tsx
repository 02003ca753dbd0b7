/** One account that comes from another platform: checked, migrated, compared, confirmed or undone. */
import type { Arrival } from '@signet/contract/areas/migration';
import {
  CODE_FAILURES,
  isBusy,
  whyNotConfirm,
  whyNotGoOn,
  whyNotRun,
  whyNotStep,
} from '@signet/contract/areas/migration-rules';
import type { Reason } from '@signet/contract/problem';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { invalidate } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { DetailPage, DetailSection } from '../../shell/detail/DetailPage.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { DateText } from '../../ui/DateText.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { ArrivalActs } from './ArrivalActs.tsx';
import { ArrivalState } from './ArrivalState.tsx';
import { AnotherCode } from './AnotherCode.tsx';
import { Conflicts } from './Conflicts.tsx';
import { LeftBehindList } from './LeftBehindList.tsx';
import { Report } from './Report.tsx';
import { arrivalName, tableName } from './names.ts';
import { useChoices, type Choosing } from './use-choices.ts';
import css from './migration.module.css';

/** Between two looks at one that is under way, in milliseconds. */
const LOOK_EVERY = 1_000;

export default function ArrivalPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <OneArrival key={id} id={id} />;
}

function OneArrival({ id }: { id: string }) {
  const t = useText();
  const time = useDateTimeFormat();
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/migration/arrival/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.state) ? LOOK_EVERY : false),
  });
  const choosing = useChoices(query.data);
  useArrivalNotice(query.data);
  const factsOf = ({ account, from, made_by_name, made_at }: Arrival): Fact[] => [
    ...(account ? [{ label: t('migration.identifier'), value: account.friendly_identifier }] : []),
    {
      label: t('migration.by'),
      value: (
        <>
          {made_by_name}, <DateText value={made_at} text={time(made_at)} />
        </>
      ),
    },
    ...(from
      ? [
          { label: t('migration.from'), value: from.address },
          { label: t('migration.origin'), value: from.origin },
          {
            label: t('migration.exportedAt'),
            value: <DateText value={from.exported_at} text={time(from.exported_at)} />,
          },
          { label: t('migration.key'), value: <span className="mono sm">{from.public_key}</span>, wide: true },
        ]
      : []),
  ];
  const actsOf = (arrival: Arrival) => <ArrivalActs arrival={arrival} dirty={choosing.dirty} />;
  return (
    <DetailPage query={query} name={arrivalName} beside={stateOf} actions={actsOf} banners={bannerOf} facts={factsOf}>
      {(arrival) => <ArrivalSections arrival={arrival} choosing={choosing} />}
    </DetailPage>
  );
}

const stateOf = ({ state }: Arrival) => <ArrivalState state={state} />;
const bannerOf = (arrival: Arrival) => <ArrivalBanner arrival={arrival} />;

/**
 * Says it once when an account that was seen on its way is here, and reads the lists anew. A small account is
 * here before the page has looked once, so that it may never be seen running.
 */
function useArrivalNotice(arrival: Arrival | undefined): void {
  const before = useRef<Arrival['state']>(undefined);
  const state = arrival?.state;
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (was === undefined || state === undefined || was === state) return;
    if (state === 'running') notify({ type: 'success', message: 'migration.begun', translateMessage: true });
    if (state === 'arrived') notify({ type: 'success', message: 'migration.done', translateMessage: true });
    if (isBusy(was) || state === 'arrived') void invalidate(['POST /account/api/v1/account/migrate']);
  }, [state]);
}

function ArrivalBanner({ arrival }: { arrival: Arrival }) {
  const t = useText();
  const { state, source, failure, progress, source_told, account } = arrival;
  const known = source_told === 'given_up' ? null : source_told;
  const isUnusable = state === 'refused' && source === 'file' && !CODE_FAILURES.includes(failure?.status ?? '');
  // Where the account is not there any more, only taking back the rest of it still works.
  const open = whyNotGoOn(arrival) ?? whyNotSettled(arrival);
  return (
    <>
      {failure && (
        <Banner tone="bad">
          {problemText({ ...failure, message: t('notifications.exceptions.MIGRATION_FAILED') })}
          {isUnusable && sentenceGap() + t('migration.unusableNext')}
        </Banner>
      )}
      {isBusy(state) && <ProgressBar state={state} progress={progress} />}
      {open && <Banner tone="warn">{problemText({ ...open, message: '' })}</Banner>}
      {state === 'confirmed' && account && (
        <Banner tone="ok">
          {t('migration.confirmed')}
          {sentenceGap()}
          {known && t(`migration.source_${known}`)}{' '}
          {!arrival.account_deleted && <ButtonLink to={paths.account(account.id)}>{t('migration.open')}</ButtonLink>}
        </Banner>
      )}
      {source_told === 'given_up' && <Banner tone="warn">{t('migration.source_given_up')}</Banner>}
    </>
  );
}

/** What is still to be decided before the next step; nothing where none can be decided. */
function whyNotSettled({ state, conflicts }: Arrival): Reason | null {
  if (whyNotStep('choose', state)) return null;
  return state === 'arrived' ? whyNotConfirm(conflicts) : whyNotRun(conflicts);
}

function ProgressBar({ state, progress: { done, total } }: Pick<Arrival, 'state' | 'progress'>) {
  const t = useText();
  const words = t(state === 'reading' ? 'migration.progressFetch' : 'migration.progress', { done, total });
  return (
    <div className={css.progress}>
      <div
        role="progressbar"
        aria-label={t('migration.progressLabel')}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total)}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <i style={{ width: `${(100 * done) / Math.max(1, total)}%` }} />
      </div>
      <p className="sm t2">
        {words} {t('migration.youCanLeave')}
      </p>
    </div>
  );
}

function ArrivalSections({ arrival, choosing }: { arrival: Arrival; choosing: Choosing }) {
  const t = useText();
  const { id, state, tables, left_behind, report, conflicts, failure } = arrival;
  const wantsCode = whyNotStep('read', state) === null && CODE_FAILURES.includes(failure?.status ?? '');
  const isDecided = ['confirmed', 'undoing', 'undone'].includes(state) || whyNotGoOn(arrival) !== null;
  return (
    <>
      {wantsCode && <AnotherCode id={id} />}
      {report && <Report arrival={arrival} report={report} />}
      {tables.length > 0 && !isDecided && (conflicts.length > 0 || state === 'rehearsed') && (
        <DetailSection title={t('migration.conflicts')}>
          <Conflicts arrival={arrival} choosing={choosing} />
        </DetailSection>
      )}
      {tables.length > 0 && !report && (
        <DetailSection title={t('migration.comes')}>
          <dl className={`card ${css.tables}`}>
            {tables
              .filter(({ rows }) => rows > 0)
              .map(({ table, rows }) => (
                <div key={table}>
                  <dt>{tableName(table)}</dt>
                  <dd className="num">{t('migration.rows', { count: rows })}</dd>
                </div>
              ))}
          </dl>
        </DetailSection>
      )}
      {left_behind.length > 0 && (
        <DetailSection title={t('migration.behind')}>
          <div className={`card ${css.inset}`}>
            <LeftBehindList entries={left_behind} />
          </div>
        </DetailSection>
      )}
    </>
  );
}
