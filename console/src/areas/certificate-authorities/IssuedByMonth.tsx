/** How many certificates an authority issued in each month of a year, the newest first, which still goes on. */
import type { Authority } from '@signet/contract/areas/certificate-authorities';
import { languageTag } from '@signet/contract/locales';
import { useLocale, useText } from '../../i18n/text.ts';
import css from './authorities.module.css';

export function IssuedByMonth({ months }: { months: NonNullable<Authority['issued']> }) {
  const t = useText();
  const format = new Intl.DateTimeFormat(languageTag(useLocale()), {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const most = Math.max(1, ...months.map(({ count }) => count));
  return (
    <section className={css.issued} aria-labelledby="authority-issued">
      <div className={css.head}>
        <h2 id="authority-issued">{t('authorities.issued')}</h2>
        <span className="t3 sm">{t('authorities.issuedHelp')}</span>
      </div>
      <ol className={`card ${css.months}`} aria-labelledby="authority-issued">
        {months.toReversed().map(({ month, count, exact }, index) => (
          <li key={month}>
            <span className="t2 sm">{format.format(new Date(`${month}-01T00:00:00Z`))}</span>
            <span className={css.bar} aria-hidden>
              <i data-running={index === 0 || undefined} style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span className={`sm ${count === 0 ? 't3' : ''}`}>
              {t(exact ? 'authorities.exactly' : 'authorities.moreThan', { count })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
