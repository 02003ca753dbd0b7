/** The columns of the audit log. */
import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useEventTitle } from '../../shell/events/event-title.ts';
import { useEventName } from '../../shell/events/event-name.ts';
import { ResourceName } from '../../shell/events/ResourceName.tsx';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Result } from './Result.tsx';
import { Actor } from './Actor.tsx';
import css from './audit-log.module.css';

/** `accounts`: whether the viewer sees more than one account. `filters`: of the list, which an event is left by too. */
export function useEventColumns({
  accounts,
  filters,
}: {
  accounts: boolean;
  filters: Readonly<Record<string, string | undefined>>;
}): Column<AuditEventRow>[] {
  const t = useText();
  const time = useDateTimeFormat();
  const title = useEventTitle();
  const name = useEventName();
  const account: Column<AuditEventRow> = {
    key: 'account',
    head: t('audit.account'),
    width: 200,
    narrow: 160,
    cell: (row) =>
      row.account_name === null ? (
        <span className="t3">{t('audit.platform')}</span>
      ) : (
        <span className="t2" title={row.account_name}>
          {row.account_name}
        </span>
      ),
  };
  return [
    {
      key: 'event',
      head: t('audit.event'),
      small: 'name',
      cell: (row) => {
        const about = name(row.resource_type, row.resource_name);
        return (
          <span className={css.event} title={about === null ? title(row) : `${title(row)}: ${about}`}>
            <PageLink to={paths.auditEvent(row.id, filters)} title={title(row)}>
              {title(row)}
            </PageLink>{' '}
            <ResourceName event={row} className="t2" />
          </span>
        );
      },
    },
    {
      key: 'time',
      head: t('audit.when'),
      sort: 'at',
      small: 'end',
      width: 160,
      cell: (row) => <DateText value={row.at} text={time(row.at)} />,
    },
    { key: 'person', head: t('audit.who'), small: 'id', width: 200, narrow: 160, cell: (row) => <Actor event={row} /> },
    ...(accounts ? [account] : []),
    { key: 'result', head: t('audit.result'), small: 'status', width: 120, cell: (row) => <Result event={row} /> },
  ];
}
