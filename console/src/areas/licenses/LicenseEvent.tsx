/** One event of a license; opened, it says where the quantity came from and what was used. */
import { languageTag } from '@signet/contract/locales';
import { IconChevronRight, IconRotate } from '@tabler/icons-react';
import { useId } from 'react';
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { useScope } from '../../session/permissions.ts';
import { localTime } from '../../session/date-time.ts';
import { ownTimeZone } from '../../session/time-zone.ts';
import { Busy } from '../../ui/Busy.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { Tag } from '../../ui/State.tsx';
import { HISTORY_DETAILS, NEWEST_FIRST, STEP, type HistoryDetail } from './license-history.ts';
import type { HistoryEvent, HistoryOf } from './license-history.ts';
import css from './license-history.module.css';

type Props = { event: HistoryEvent; params: HistoryOf; open: boolean; onToggle: () => void };

export function LicenseEvent({ event, params, open, onToggle }: Props) {
  const t = useText();
  const scope = useScope();
  const words = useLicenseWords();
  const detailsId = useId();
  return (
    <li className={css.event}>
      <time className={css.at} dateTime={`${event.timestamp.replace(' ', 'T')}Z`}>
        {localTime(event.timestamp)}
      </time>
      <div>
        <div className={css.line}>
          <button
            type="button"
            className={css.what}
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={onToggle}
          >
            {words.feature(event.feature)}
            <IconChevronRight size={14} stroke={1.75} aria-hidden />
          </button>
          <Amount event={event} />
        </div>
        <FromTo className={css.limits} before={event.previous_limit} after={event.limit} />
        {scope === 'system' && <p className={css.actor}>{event.actor ?? t('licenses.history.automatic')}</p>}
        {open && (
          <div id={detailsId} className={css.details}>
            <Details id={event.id} params={params} />
          </div>
        )}
      </div>
    </li>
  );
}

/** What happened to the limit, as a badge. */
function Amount({ event: { kind, quantity, limit } }: { event: HistoryEvent }) {
  const t = useText();
  const words = useLicenseWords();
  const signed = new Intl.NumberFormat(languageTag(useLocale()), { signDisplay: 'exceptZero' });
  if (kind === 'reset')
    return (
      <span className={`${css.amount} ${css.reset}`}>
        <IconRotate size={12} stroke={1.75} aria-hidden />
        {t('licenses.history.resetTo', { limit: words.quantity(limit) })}
      </span>
    );
  if (kind === 'reassign') return <span className={css.amount}>{t('licenses.history.reassign')}</span>;
  if (quantity === null) return <span className={css.amount}>{words.quantity(limit)}</span>;
  return (
    <span className={`${css.amount} ${quantity > 0 ? css.up : ''}`}>{signed.format(quantity).replace('-', '−')}</span>
  );
}

function FromTo({ before, after, className }: { before: number; after: number; className?: string | undefined }) {
  const t = useText();
  const words = useLicenseWords();
  return (
    <p className={className}>
      {t('licenses.history.fromTo', { before: words.quantity(before), after: words.quantity(after) })}
    </p>
  );
}

function Details({ id, params }: { id: string; params: HistoryOf }) {
  const query = { id, time_zone: ownTimeZone(), limit: STEP, offset: 0, sort: [NEWEST_FIRST] as const };
  const { data, error } = useApi(HISTORY_DETAILS, { params, query });
  if (error && !data) return <p role="alert">{problemText(error)}</p>;
  const [detail] = data?.items ?? [];
  return detail ? <DetailFacts detail={detail} /> : <Busy lines={3} />;
}

function DetailFacts({ detail }: { detail: HistoryDetail }) {
  const t = useText();
  const words = useLicenseWords();
  const { quantity, pool_before: before, pool_after: after, used_before: usedBefore, used_after: usedAfter } = detail;
  const gaveBack = quantity !== null && quantity < 0;
  return (
    <dl>
      <dt>{t(gaveBack ? 'licenses.history.to' : 'licenses.history.from')}</dt>
      <dd>{detail.pool_name ?? t('licenses.history.platform')}</dd>
      {before !== null && after !== null && (
        <>
          <dt>{t('licenses.history.pool')}</dt>
          <dd>
            <FromTo before={before} after={after} />
          </dd>
        </>
      )}
      <dt>{t('licenses.history.used')}</dt>
      <dd>
        {/* Only a reset or a deletion changes what is used; all others say it once. */}
        {usedBefore === usedAfter ? words.quantity(usedAfter) : <FromTo before={usedBefore} after={usedAfter} />}
      </dd>
      <dt>{t('licenses.history.generation')}</dt>
      <dd>
        <Tag>{detail.generation}</Tag>
      </dd>
      <dt>{t('licenses.history.eventId')}</dt>
      <dd>
        <CopyValue value={detail.id} name={t('licenses.history.eventId')} />
      </dd>
    </dl>
  );
}
