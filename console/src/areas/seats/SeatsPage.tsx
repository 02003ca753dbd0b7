/** The seats that the person may see (S-349), and how many more there may be (S-350). */
import { ACCESS } from '@signet/contract/access';
import { SEAT_FILTERS, SEAT_SORT, SEAT_TYPES } from '@signet/contract/areas/seat-record';
import { whyNotDeleteSeat } from '@signet/contract/areas/seat-rules';
import type { SeatRow } from '@signet/contract/areas/seats';
import { IconId, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useSelf, useScope } from '../../session/permissions.ts';
import { useAccountFilter } from '../../shell/account/account-filter.ts';
import { useAccountsOfList, useCurrentAccount } from '../../shell/account/account-name.ts';
import {
  acceptsOf,
  filterNames,
  filterSpecs,
  soundFilters,
  type FilterEditors,
  type FilterName,
} from '../../shell/list/declared-filters.ts';
import { ListPage } from '../../shell/list/ListPage.tsx';
import { useList } from '../../shell/list/list-state.ts';
import type { TotalOf } from '../../shell/list/SavedFilters.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useSeatColumns } from './columns.tsx';
import { DeleteSeat } from './DeleteSeat.tsx';
import { SeatsLeft } from './SeatsLeft.tsx';

const ALL = filterNames(SEAT_FILTERS);
const OF_ONE_ACCOUNT = ALL.filter((name) => name !== 'account_id');

export default function SeatsPage() {
  const t = useText();
  const scope = useScope();
  const holder = useSelf();
  const manages = useAllows(ACCESS.seats.manage);
  const [deleting, setDeleting] = useState<SeatRow | null>(null);
  const current = useCurrentAccount();
  const byAccount = useAccountsOfList();
  const list = useList({
    filters: byAccount.offered ? ALL : OF_ONE_ACCOUNT,
    sorts: SEAT_SORT,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(SEAT_FILTERS),
    remember: 'seats',
  });
  const filters = soundFilters(SEAT_FILTERS, list.filters);
  const query = useApiList('GET /account/ui-api/v1/seat', { query: { ...list.paging, ...filters } });
  const counted = list.filters.account_id ?? (scope === 'account' ? current?.id : undefined);
  const editors: FilterEditors<FilterName<typeof SEAT_FILTERS>> = {
    name: null,
    type: {
      label: t('seats.type'),
      choices: SEAT_TYPES.map((value) => ({ value, label: t(`seats.type.${value}`) })),
    },
    account_id: useAccountFilter(t('seats.account'), list.filters.account_id),
  };
  const create = (
    <ButtonLink
      pageKey="C"
      to={paths.seatCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('seats.create')}
    </ButtonLink>
  );
  const rowMenu = (row: SeatRow) => {
    const whyNot = whyNotDeleteSeat(holder, row);
    return (
      <RowActions
        label={t('list.actionsFor', { name: row.name })}
        actions={[
          { label: t('seats.edit'), icon: IconPencil, to: paths.seatEdit(row.id) },
          {
            label: t('seats.delete'),
            icon: IconTrash,
            danger: true,
            whyNot: whyNot && problemText({ message: '', ...whyNot }),
            act: () => setDeleting(row),
          },
        ]}
      />
    );
  };
  return (
    <>
      <ListPage
        title={t('nav.seats')}
        lead={counted !== undefined && <SeatsLeft accountId={counted} />}
        actions={manages && create}
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useSeatColumns({ accounts: byAccount.shown })}
        {...(manages ? { rowMenu } : {})}
        search={{ name: 'name', label: t('seats.filterByName'), max: SEAT_FILTERS.name.max }}
        filters={filterSpecs(editors, SEAT_FILTERS, list.filters)}
        plainName={t('seats.all')}
        totalOf={totalOf}
        count={(total) => t('seats.count', { total })}
        empty={{ icon: IconId, title: t('seats.none'), body: t('seats.noneBody'), action: manages && create }}
      />
      <DeleteSeat seat={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(SEAT_FILTERS, kept) };
  return {
    queryKey: ['GET /account/ui-api/v1/seat', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/seat', { query, signal }),
  };
}
