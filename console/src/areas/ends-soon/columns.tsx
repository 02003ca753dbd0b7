/** The columns of what ends: what, when, what will break, and whose it is. */
import type { Ending } from '@signet/contract/areas/ends-soon';
import { endingEffect } from '@signet/contract/areas/ends-soon-record';
import { useText } from '../../i18n/text.ts';
import { localDay } from '../../session/date-time.ts';
import { useDateFormat, useProfile } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { NameText } from '../../shell/certificate/NameText.tsx';
import { EndingLeft } from '../../shell/endings/EndingLeft.tsx';
import { KIND_ICONS, kindText, recordAt } from '../../shell/endings/kinds.ts';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import css from './ends-soon.module.css';

function What({ row }: { row: Ending }) {
  const t = useText();
  const { id } = useProfile();
  const Sign = KIND_ICONS[row.kind];
  const kind = kindText(t, row);
  const whose = row.account_name ?? t('endsSoon.ofPlatform');
  const second = whose === row.name ? kind : `${kind}, ${whose}`;
  return (
    <span className={css.what} data-beside>
      <Sign size={16} stroke={1.75} aria-hidden />
      <span>
        <span translate="no">
          <PageLink to={recordAt(row, id)} className="clamp" title={row.name}>
            <NameText>{row.name}</NameText>
          </PageLink>
        </span>
        <span className={`clamp ${css.second}`} title={second}>
          {second}
        </span>
      </span>
    </span>
  );
}

function Effect({ row, today }: { row: Ending; today: string }) {
  const t = useText();
  const date = useDateFormat();
  const { effect, hint, numbers } = endingEffect(row, today);
  const why =
    row.snooze &&
    t('endsSoon.snoozeWhy', {
      day: date(row.snooze.until),
      name: row.snooze.by_name ?? t('endsSoon.somebody'),
      reason: row.snooze.reason,
    });
  const second = why ?? (hint ? t(`endsSoon.hint.${hint}`, numbers) : null);
  return (
    <span className={css.lines}>
      {t(`endsSoon.effect.${effect}`, numbers)}
      {second && (
        <span className={`clamp ${css.second}`} title={second}>
          {second}
        </span>
      )}
    </span>
  );
}

function Owner({ row }: { row: Ending }) {
  const t = useText();
  const date = useDateFormat();
  return (
    <span className={css.lines}>
      {row.owner_name === null ? (
        <span className={css.none}>{t('endsSoon.noOwner')}</span>
      ) : (
        <span className="clamp" title={row.owner_name}>
          {row.owner_name}
        </span>
      )}
      {row.last_used_at && (
        <span className={`clamp ${css.second}`}>
          {t('endsSoon.lastUsedOn', { day: date(localDay(row.last_used_at)) })}
        </span>
      )}
    </span>
  );
}

export function useEndingColumns(): Column<Ending>[] {
  const t = useText();
  const date = useDateFormat();
  const today = useToday();
  return [
    { key: 'name', head: t('endsSoon.what'), sort: 'name', small: 'name', cell: (row) => <What row={row} /> },
    {
      key: 'ends_at',
      head: t('endsSoon.ends'),
      sort: 'ends_at',
      small: 'end',
      width: 124,
      cell: (row) => <DateText value={row.ends_on} text={date(row.ends_on)} />,
    },
    {
      key: 'left',
      head: t('endsSoon.left'),
      small: 'status',
      width: 130,
      cell: (row) => <EndingLeft row={row} today={today} />,
    },
    {
      key: 'effect',
      head: t('endsSoon.effect'),
      small: 'id',
      width: 300,
      narrow: 250,
      cell: (row) => <Effect row={row} today={today} />,
    },
    {
      key: 'owner',
      head: t('endsSoon.ownerAndUse'),
      width: 220,
      narrow: 190,
      cell: (row) => <Owner row={row} />,
    },
  ];
}
