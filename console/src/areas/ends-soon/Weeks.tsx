/** What ends in the next weeks, by kind: each number opens its rows in the list. */
import { daysBetween } from '@signet/contract/dates';
import type { EndingWeeks } from '@signet/contract/areas/ends-soon';
import { daysAfter, ENDING_WEEK_MOST, nearness, type EndingKind } from '@signet/contract/areas/ends-soon-record';
import { LIMITS } from '@signet/contract/limits';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { KIND_ICONS } from '../../shell/endings/kinds.ts';
import { useSmallScreen } from '../../shell/list/small-screen.ts';
import css from './weeks.module.css';

/** The rows that a number stands for. */
export type Cell = { kind: EndingKind | null; from: string; to: string };
type Props = {
  weeks: EndingWeeks;
  /** The cell whose rows the list shows. */
  chosen: Cell | null;
  onChoose: (cell: Cell) => void;
};

/** How many there are; `more` where one of the numbers was not counted further. */
type Count = { count: number; more: 'yes' | 'no' };
const sum = (numbers: readonly number[]): Count => ({
  count: numbers.reduce((total, one) => total + one, 0),
  more: numbers.some((one) => one >= ENDING_WEEK_MOST) ? 'yes' : 'no',
});

/**
 * The day on which a week begins, in the person's own format (S-414). A narrow column has it in two lines: it breaks
 * beside the year alone.
 */
function Monday({ day }: { day: string }) {
  const date = useDateFormat();
  const [before, after] = date(day).split(/(?<=^\d{4}\D)|(?=\d{4}$)/);
  return (
    <time dateTime={day} className={css.monday}>
      <span>{before}</span>
      <wbr />
      <span>{after}</span>
    </time>
  );
}

export function Weeks({ weeks, chosen, onChoose }: Props) {
  const small = useSmallScreen();
  const t = useText();
  const [soon, near] = LIMITS.expiryBannerDays;
  if (weeks.kinds.length === 0) return null;
  return (
    <>
      {small ? <Totals {...{ weeks, chosen, onChoose }} /> : <Grid {...{ weeks, chosen, onChoose }} />}
      {!small && (
        <ul className={css.legend}>
          <li data-near="soon">{t('endsSoon.nearness.soon', { days: soon })}</li>
          <li data-near="near">{t('endsSoon.nearness.near', { days: near })}</li>
          <li data-near="later">{t('endsSoon.nearness.later')}</li>
          <li>{t('endsSoon.numberOpens')}</li>
        </ul>
      )}
    </>
  );
}

function Grid({ weeks: { from, kinds }, chosen, onChoose }: Props) {
  const t = useText();
  const first = kinds[0]?.weeks ?? [];
  return (
    <div className={css.scroll}>
      <table className={css.grid}>
        <caption className="vh">{t('endsSoon.weeks')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('endsSoon.weekFrom')}</th>
            {first.map((_, week) => (
              <th key={week} scope="col">
                <Monday day={daysAfter(from, 7 * week)} />
                {week === 0 && <span className={css.now}>{t('endsSoon.thisWeek')}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, weeks }) => {
            const Sign = KIND_ICONS[kind];
            return (
              <tr key={kind}>
                <th scope="row">
                  <span className={css.kind}>
                    <Sign size={16} stroke={1.75} aria-hidden />
                    {t(`endsSoon.kinds.${kind}`)}
                    <span className={css.sum}>{t('endsSoon.number', sum(weeks))}</span>
                  </span>
                </th>
                {weeks.map((count, week) => (
                  <td key={week}>
                    <Number {...{ chosen, onChoose, kind }} count={sum([count])} monday={daysAfter(from, 7 * week)} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Where there is no room for kinds: each week with all that ends in it. */
function Totals({ weeks: { from, kinds }, chosen, onChoose }: Props) {
  const t = useText();
  const first = kinds[0]?.weeks ?? [];
  return (
    <ul className={css.totals} aria-label={t('endsSoon.weeks')}>
      {first.map((_, week) => {
        const monday = daysAfter(from, 7 * week);
        const count = sum(kinds.map(({ weeks }) => weeks[week] ?? 0));
        return (
          <li key={week}>
            <span>{week === 0 ? t('endsSoon.thisWeek') : <Monday day={monday} />}</span>
            <Number {...{ count, chosen, onChoose, monday }} kind={null} />
          </li>
        );
      })}
    </ul>
  );
}

type NumberProps = Pick<Props, 'chosen' | 'onChoose'> & { kind: EndingKind | null; monday: string; count: Count };

function Number({ kind, monday, count, chosen, onChoose }: NumberProps) {
  const t = useText();
  const date = useDateFormat();
  const today = useToday();
  if (count.count === 0) return null;
  const shown = t('endsSoon.number', count);
  const cell: Cell = { kind, from: monday, to: daysAfter(monday, 6) };
  const pressed = chosen !== null && chosen.kind === kind && chosen.from === cell.from && chosen.to === cell.to;
  const name = kind ? t(`endsSoon.kinds.${kind}`) : t('endsSoon.all');
  return (
    <button
      type="button"
      className={css.number}
      data-near={nearness(daysBetween(today, monday))}
      aria-pressed={pressed}
      aria-label={t('endsSoon.numberOf', { kind: name, day: date(monday), count: shown })}
      onClick={() => onChoose(cell)}
    >
      {shown}
    </button>
  );
}
