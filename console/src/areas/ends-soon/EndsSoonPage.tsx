/** Everything that ends by itself: by weeks, and as a list with what will break. */
import { ACCESS } from '@signet/contract/access';
import type { Ending } from '@signet/contract/areas/ends-soon';
import {
  daysAfter,
  ENDING_FILTERS,
  ENDING_KINDS,
  ENDING_SORT,
  ENDING_WITHIN,
  mondayOf,
} from '@signet/contract/areas/ends-soon-record';
import { IconBellOff, IconBellRinging, IconCalendarCheck, IconZzz } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useApi, useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { AccountEditor } from '../../shell/account/AccountEditor.tsx';
import { useAccountOf } from '../../shell/account/named-account.ts';
import { csvOf } from '../../shell/list/csv-export.ts';
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
import type { TotalOf } from '../../shell/list/SavedFilters.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useEndingColumns } from './columns.tsx';
import { FeedCard } from './FeedCard.tsx';
import { SnoozeDialog } from './SnoozeDialog.tsx';
import { useEndingViews } from './views.ts';
import { WebhookCard } from './WebhookCard.tsx';
import { Weeks, type Cell } from './Weeks.tsx';

const LIST = 'GET /account/ui-api/v1/ends-soon';
const WITHIN = '84';

export default function EndsSoonPage() {
  const t = useText();
  const date = useDateFormat();
  const today = useToday();
  const snoozes = useAllows(ACCESS.endsSoon.snooze);
  const [snoozing, setSnoozing] = useState<Ending | null>(null);
  const { run } = useAct();
  const list = useList({
    filters: filterNames(ENDING_FILTERS),
    sorts: ENDING_SORT,
    defaultSort: ['ends_at:asc'],
    defaultFilters: { within: WITHIN },
    accepts: acceptsOf(ENDING_FILTERS),
    remember: 'ends-soon',
  });
  const accountName = useAccountOf(list.filters.account_id);
  const filters = soundFilters(ENDING_FILTERS, list.filters);
  const query = useApiList(LIST, { query: { ...list.paging, ...filters } });
  const weeks = useApi('GET /account/ui-api/v1/ends-soon/weeks');
  const editors: FilterEditors<FilterName<typeof ENDING_FILTERS>> = {
    name: null,
    kind: {
      label: t('endsSoon.kind'),
      choices: ENDING_KINDS.map((value) => ({ value, label: t(`endsSoon.kinds.${value}`) })),
    },
    within: {
      label: t('endsSoon.within'),
      choices: ENDING_WITHIN.map((value) => ({ value, label: t('endsSoon.withinDays', { days: value }) })),
    },
    account_id: { label: t('endsSoon.account'), editor: AccountEditor, valueText: () => accountName },
    owner: {
      label: t('endsSoon.owner'),
      choices: [
        { value: 'mine', label: t('endsSoon.mine') },
        { value: 'nobody', label: t('endsSoon.noOwner') },
      ],
    },
    snoozed: { label: t('endsSoon.snoozed'), choices: yesNo(t('endsSoon.snoozed'), t('endsSoon.notSnoozed')) },
    ended: { label: t('endsSoon.ended'), choices: yesNo(t('endsSoon.ended'), t('endsSoon.toCome')) },
    ends_from: { label: t('endsSoon.endsFrom'), kind: 'day' },
    ends_to: { label: t('endsSoon.endsTo'), kind: 'day' },
  };
  const wake = (row: Ending) =>
    void run(
      () => change('DELETE /account/ui-api/v1/ends-soon/{key}/snooze', { params: { key: row.key } }),
      'endsSoon.woken',
    );
  const rowMenu = (row: Ending) =>
    row.snooze ? (
      <RowActions
        label={t('list.actionsFor', { name: row.name })}
        actions={[
          { label: t('endsSoon.snoozeAgain'), icon: IconBellOff, act: () => setSnoozing(row) },
          { label: t('endsSoon.wake'), icon: IconBellRinging, act: () => wake(row) },
        ]}
      />
    ) : row.ends_on <= today ? null : (
      <IconButton
        label={t('endsSoon.snoozeTitle', { name: row.name })}
        icon={IconZzz}
        iconSize={16}
        onClick={() => setSnoozing(row)}
      />
    );
  // The numbers count whatever ends in the week: what was looked for before holds no more.
  const choose = ({ kind, from, to }: Cell) =>
    list.setFilters({
      kind,
      ends_from: from,
      ends_to: to,
      within: WITHIN,
      name: null,
      account_id: null,
      owner: null,
      ended: null,
      snoozed: null,
    });
  const thisWeek = mondayOf(today);
  const weekOf = ({ ends_on }: Ending) => {
    const monday = mondayOf(ends_on);
    if (monday === thisWeek) return t('endsSoon.thisWeek');
    return monday === daysAfter(thisWeek, 7) ? t('endsSoon.nextWeek') : t('endsSoon.weekOf', { day: date(monday) });
  };
  return (
    <>
      <ListPage
        title={t('nav.endsSoon')}
        lead={t('endsSoon.lead')}
        list={list}
        query={query}
        rowId={(row) => row.key}
        columns={useEndingColumns()}
        {...(snoozes ? { rowMenu } : {})}
        {...(list.sort[0]?.startsWith('ends_at:') ? { groupOf: weekOf } : {})}
        csv={csvOf(`${LIST}/export`, filters)}
        search={{ name: 'name', label: t('endsSoon.filterByName'), max: ENDING_FILTERS.name.max }}
        filters={filterSpecs(editors, ENDING_FILTERS, list.filters)}
        plainName={t('endsSoon.view.weeks')}
        views={useEndingViews()}
        totalOf={totalOf}
        tabs={
          weeks.data ? (
            <Weeks weeks={weeks.data} chosen={chosenOf(filters)} onChoose={choose} />
          ) : (
            weeks.error && <Unread error={weeks.error} retry={weeks.refetch} />
          )
        }
        count={(total) => t('endsSoon.count', { total })}
        under={
          <Allowed access={ACCESS.endsSoon.subscribe}>
            <FeedCard />
            <WebhookCard />
          </Allowed>
        }
        empty={{ icon: IconCalendarCheck, title: t('endsSoon.empty'), body: t('endsSoon.emptyBody') }}
      />
      <SnoozeDialog row={snoozing} onClose={(row) => setSnoozing((now) => (now === row ? null : now))} />
    </>
  );
}

/** The number whose rows the filters show. */
function chosenOf({ kind, ends_from, ends_to }: ReturnType<typeof soundFilters<typeof ENDING_FILTERS>>): Cell | null {
  return ends_from === undefined || ends_to === undefined ? null : { kind: kind ?? null, from: ends_from, to: ends_to };
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(ENDING_FILTERS, kept) };
  return { queryKey: [LIST, { query }], queryFn: ({ signal }) => call(LIST, { query, signal }) };
}
