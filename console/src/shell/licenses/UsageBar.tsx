/** How much is used: a bar, the percentage, from 90 % on a sign and its word, and below it until when it lasts. */
import type { LicenseFeature } from '@signet/contract/areas/licenses';
import { daysBetween } from '@signet/contract/dates';
import { IconAlertCircle, IconAlertTriangle, IconTrendingUp } from '@tabler/icons-react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { useDrawnOn, type DrawnOn } from './drawn-on.ts';
import { usageOf } from './usage.ts';
import css from './usage.module.css';

const LOOK = {
  fine: { bar: css.bar, Icon: null, word: null },
  nearly: { bar: `${css.bar} ${css.nearly}`, Icon: IconAlertTriangle, word: 'licenses.nearlyUsedUp' },
  used_up: { bar: `${css.bar} ${css.usedUp}`, Icon: IconAlertCircle, word: 'licenses.forecast.used_up' },
} as const;

const wide = (percent: number): string => `${Math.min(percent, 100)}%`;

/** `marked`: the balance of the other day is marked on the bar. */
export function UsageBar({ attributes, marked }: { attributes: LicenseFeature['attributes']; marked: boolean }) {
  const t = useText();
  const words = useLicenseWords();
  const usage = usageOf(attributes);
  const then = marked && attributes.as_of !== null ? usageOf(attributes.as_of) : null;
  if (usage.kind === 'no_limit') return <span className={css.meta}>{words.quantity(attributes.limit)}</span>;
  if (usage.kind === 'above') return attributes.draws_on && <Above above={attributes.draws_on} />;
  if (usage.kind === 'nothing') return <span className={css.meta}>{t('licenses.nothingAllocated')}</span>;
  const { bar, Icon, word } = LOOK[usage.level];
  return (
    <>
      <span className={css.share}>
        <span className={bar} aria-hidden>
          <i style={{ width: wide(usage.percent) }} />
          {then?.kind === 'share' && <u style={{ left: wide(then.percent) }} />}
        </span>
        <span className={css.percent}>{words.percent(usage.percent)}</span>
        <span className={css.sign}>
          {Icon && <Icon size={14} stroke={1.75} aria-hidden />}
          {word && <span className="vh">{t(word)}</span>}
        </span>
      </span>
      <Forecast forecast={attributes.forecast} />
    </>
  );
}

/** Why there is nothing of its own and something may be used all the same: whose that is. */
function Above({ above }: { above: DrawnOn }) {
  return <span className={css.meta}>{useDrawnOn()(above)}</span>;
}

function Forecast({ forecast: { kind, date } }: { forecast: LicenseFeature['attributes']['forecast'] }) {
  const t = useText();
  const day = useDateFormat();
  const today = useToday();
  if (kind === 'no_limit') return null;
  // Without a day there is only the word.
  if (date === null || kind === 'too_little_history')
    return (
      <span className={kind === 'used_up' ? `${css.forecast} ${css.danger}` : css.forecast}>
        {t(`licenses.forecast.${kind === 'used_up_on' ? 'too_little_history' : kind}`)}
      </span>
    );
  const isFar = kind === 'used_up_on' && daysBetween(today, date) > SOON_DAYS;
  const { text, look, Icon } = isFar ? { ...UNTIL.used_up_on, look: '', Icon: null } : UNTIL[kind];
  return (
    <span className={look === '' ? css.forecast : `${css.forecast} ${look}`}>
      {Icon && <Icon size={13} stroke={1.75} aria-hidden />}
      <span>
        <Rich text={text} params={{ date: day(date) }} tags={{ day: <span className={css.nowrap} /> }} />
      </span>
    </span>
  );
}

/** What is used up sooner needs a person; what lasts longer is only told. */
const SOON_DAYS = 90;

const UNTIL = {
  used_up: { text: 'licenses.forecast.used_up_since', look: css.danger, Icon: null },
  used_up_on: { text: 'licenses.forecast.used_up_on', look: css.warning, Icon: IconTrendingUp },
  enough: { text: 'licenses.forecast.enough_beyond', look: '', Icon: null },
} as const;
