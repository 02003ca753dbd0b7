/** What the platform has sent or wants to send, newest first. */
import { GIVEN_UP_DAYS, MAIL_FILTERS, MAIL_SORT, MAIL_STATUS_CHOICES } from '@signet/contract/areas/mail-record';
import type { MailRow } from '@signet/contract/areas/mail';
import { LIMITS } from '@signet/contract/limits';
import { IconMail } from '@tabler/icons-react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import {
  acceptsOf,
  filterNames,
  filterSpecs,
  soundFilters,
  type FilterEditors,
  type FilterName,
} from '../../shell/list/declared-filters.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { MailServerBanner } from './MailServerBanner.tsx';
import { MailStatus, useMailKind } from './status.tsx';
import { useTryAgain } from './use-try-again.ts';

const KEPT = { days: LIMITS.mailKeptDays };
const GIVEN_UP = { days: GIVEN_UP_DAYS };

function useColumns(): Column<MailRow>[] {
  const t = useText();
  const time = useDateTimeFormat();
  const kindOf = useMailKind();
  return [
    {
      key: 'time',
      head: t('outgoingMail.time'),
      sort: 'created_at',
      small: 'end',
      width: 152,
      narrow: 144,
      cell: (row) => <DateText value={row.created_at} text={time(row.created_at)} />,
    },
    {
      key: 'to',
      head: t('outgoingMail.to'),
      sort: 'to',
      small: 'id',
      width: 250,
      narrow: 200,
      cell: (row) => (
        <span className="t2" title={row.to}>
          {row.to}
        </span>
      ),
    },
    {
      key: 'subject',
      head: t('outgoingMail.subject'),
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.outgoingMailItem(row.id)} title={row.subject}>
          {row.subject}
        </PageLink>
      ),
    },
    {
      key: 'kind',
      head: t('outgoingMail.kind'),
      width: 180,
      narrow: 150,
      cell: (row) => <LongCell>{kindOf(row.kind)}</LongCell>,
    },
    {
      key: 'status',
      head: t('outgoingMail.status'),
      sort: 'status',
      small: 'status',
      width: 124,
      narrow: 116,
      cell: (row) => <MailStatus status={row.status} />,
    },
  ];
}

export default function OutgoingMailPage() {
  const t = useText();
  const list = useList({
    filters: filterNames(MAIL_FILTERS),
    sorts: MAIL_SORT,
    defaultSort: ['created_at:desc'],
    accepts: acceptsOf(MAIL_FILTERS),
    remember: 'outgoing-mail',
  });
  const query = useApiList('GET /account/ui-api/v1/mail', {
    query: { ...list.paging, ...soundFilters(MAIL_FILTERS, list.filters) },
  });
  const editors: FilterEditors<FilterName<typeof MAIL_FILTERS>> = {
    to: null,
    status: {
      label: t('outgoingMail.status'),
      choices: MAIL_STATUS_CHOICES.map((value) => ({ value, label: t(`outgoingMail.status.${value}`, GIVEN_UP) })),
    },
  };
  return (
    <ListPage
      title={t('outgoingMail.title')}
      lead={query.data && t(query.data.mail_server ? 'outgoingMail.hasServer' : 'outgoingMail.kept', KEPT)}
      banners={query.data?.mail_server === false && <MailServerBanner />}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={useColumns()}
      bulk={useTryAgain(list.filters)}
      search={{ name: 'to', label: t('outgoingMail.filterByRecipient'), max: MAIL_FILTERS.to.max }}
      filters={filterSpecs(editors, MAIL_FILTERS, list.filters)}
      count={(total) => t('outgoingMail.count', { total })}
      empty={{ icon: IconMail, title: t('outgoingMail.none'), body: t('outgoingMail.noneBody') }}
    />
  );
}
