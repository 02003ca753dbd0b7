/** The audit log: what happened on the accounts that the person may see, newest first unless asked otherwise. */
import { ACCESS } from '@signet/contract/access';
import { AUDIT_EVENT_FILTERS, AUDIT_EVENT_SORT } from '@signet/contract/areas/audit-event';
import { AUDIT_ACTIONS, AUDIT_RESULTS, AUDIT_VIAS } from '@signet/contract/audit';
import { whyNotStoredDateTime } from '@signet/contract/dates';
import { IconListSearch } from '@tabler/icons-react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { ownTimeZone } from '../../session/time-zone.ts';
import { AccountEditor } from '../../shell/account/AccountEditor.tsx';
import { useAccountOf } from '../../shell/account/named-account.ts';
import { resourceText } from '../../shell/events/event-title.ts';
import { csvOf, linesOf, useCsvExport } from '../../shell/list/csv-export.ts';
import { CsvButton } from '../../shell/list/CsvButton.tsx';
import {
  acceptsOf,
  filterNames,
  filterSpecs,
  soundFilters,
  yesNo,
  type FilterEditors,
  type FilterName,
} from '../../shell/list/declared-filters.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import { useNameOfId } from '../../shell/list/short-id.ts';
import { PersonEditor } from '../../shell/person/PersonEditor.tsx';
import { Further } from './Further.tsx';
import { useEventColumns } from './columns.tsx';
import { ResourceEditor } from './ResourceEditor.tsx';

const LIST = 'GET /account/ui-api/v1/audit-log';
/** Where a look further back goes on: a filter like the others to the address, none of the contract's. */
const BEYOND = 'beyond';
type Name = FilterName<typeof AUDIT_EVENT_FILTERS> | typeof BEYOND;

export default function LoggingPage() {
  const t = useText();
  const scope = useScope();
  const time = useDateTimeFormat();
  const seesMany = scope === 'system' || scope === 'partner';
  const picksAccount = useAllows(ACCESS.accounts.view) && seesMany;
  const findsPeople = useAllows(ACCESS.administrators.view);
  const list = useList<Name>({
    filters: [...filterNames(AUDIT_EVENT_FILTERS), BEYOND],
    sorts: AUDIT_EVENT_SORT,
    defaultSort: ['at:desc'],
    accepts: {
      ...acceptsOf(AUDIT_EVENT_FILTERS),
      [BEYOND]: (text) => whyNotStoredDateTime(text) === null,
    },
    passing: [BEYOND],
    remember: 'audit-log',
  });
  const { filters } = list;
  const isOldestFirst = list.sort[0] === 'at:asc';
  const asked = {
    ...soundFilters(AUDIT_EVENT_FILTERS, filters),
    ...(filters.from !== undefined || filters.to !== undefined ? { time_zone: ownTimeZone() } : {}),
    ...(filters.beyond === undefined ? {} : { beyond: filters.beyond }),
  };
  const query = useApiList(LIST, { query: { ...list.paging, ...asked } });
  const evidence = useCsvExport(linesOf(`${LIST}/evidence`, asked), list.sort);
  const rows = query.data?.items ?? [];
  const { accounts } = useProfile();
  const found = useAccountOf(picksAccount ? filters.account_id : undefined);
  /** What the events say that is looked at; a filter by an id that none of them names says how the id ends. */
  const nameOf = useNameOfId();
  const personName = rows.find((row) => row.actor_id === filters.actor_id)?.actor_name;
  const resourceName = rows.find((row) => row.resource_id === filters.resource_id)?.resource_name;
  const accountName =
    rows.find((row) => row.account_id === filters.account_id)?.account_name ??
    accounts.find(({ id }) => id === filters.account_id)?.display_name ??
    (found === filters.account_id ? null : found);
  const editors: FilterEditors<Name> = {
    text: null,
    action: {
      label: t('audit.action'),
      choices: AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.action.${value}`) })),
    },
    resource_type: {
      label: t('audit.resourceType'),
      editor: ResourceEditor,
      valueText: (type) => resourceText(t, type),
    },
    result: {
      label: t('audit.result'),
      choices: AUDIT_RESULTS.map((value) => ({ value, label: t(`audit.result.${value}`) })),
    },
    from: { label: t('audit.from'), kind: 'day' },
    to: { label: t('audit.to'), kind: 'day' },
    actor_id:
      findsPeople || filters.actor_id !== undefined
        ? { label: t('list.person'), editor: PersonEditor, valueText: (id) => nameOf(id, personName) }
        : null,
    others: { label: t('audit.doneBy'), choices: yesNo(t('audit.others'), t('audit.notOthers')) },
    actor_via: {
      label: t('audit.knownBy'),
      choices: AUDIT_VIAS.map((value) => ({ value, label: t(`audit.via.${value}`) })),
    },
    resource_id: { label: t('audit.resource'), valueText: (id) => nameOf(id, resourceName) },
    account_id:
      picksAccount || filters.account_id !== undefined
        ? { label: t('audit.account'), editor: AccountEditor, valueText: (id) => nameOf(id, accountName) }
        : null,
    beyond:
      filters.beyond === undefined
        ? null
        : { label: t(isOldestFirst ? 'audit.beyondLater' : 'audit.beyond'), valueText: time },
  };
  return (
    <ListPage
      title={t('audit.title')}
      lead={t('audit.lead')}
      actions={evidence && <CsvButton csv={evidence} total={null} label={t('audit.exportProofs')} />}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={useEventColumns({ accounts: seesMany, filters: soundFilters(AUDIT_EVENT_FILTERS, filters) })}
      csv={csvOf(`${LIST}/export`, asked)}
      search={{ name: 'text', label: t('audit.search'), max: AUDIT_EVENT_FILTERS.text.max }}
      filters={filterSpecs(editors, AUDIT_EVENT_FILTERS, list.filters)}
      plainName={t('audit.all')}
      count={(total) => t('audit.count', { total })}
      under={
        <Further
          lookedTo={query.data?.looked_to ?? null}
          isOldestFirst={isOldestFirst}
          onGo={(moment) => list.setFilters({ beyond: moment })}
        />
      }
      empty={{ icon: IconListSearch, title: t('audit.none'), body: t('audit.noneBody') }}
    />
  );
}
