/** For component tests: a list like those of the areas, over organizations that are called "Kalmar 01" and so on. */
import { IconBuildingSkyscraper } from '@tabler/icons-react';
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { LIMITS } from '@signet/contract/limits';
import { call } from '../api/call.ts';
import { useApiList } from '../api/query.ts';
import { paths } from '../paths.ts';
import type { Bulk } from '../shell/list/bulk.ts';
import { csvOf } from '../shell/list/csv-export.ts';
import { ListPage } from '../shell/list/ListPage.tsx';
import type { TotalOf } from '../shell/list/SavedFilters.tsx';
import { useList } from '../shell/list/list-state.ts';
import type { Column } from '../shell/list/column.ts';
import { NoticeArea } from '../shell/notices/NoticeArea.tsx';
import { ButtonLink } from '../shell/routing/ButtonLink.tsx';
import { PageLink } from '../shell/routing/PageLink.tsx';
import { answerWith, type Asked } from './answers.ts';

const ENDPOINT = 'GET /account/ui-api/v1/organization';
/** Its path. */
export const ORGANIZATIONS = ENDPOINT.slice('GET '.length);

type Row = Pick<OrganizationRow, 'id' | 'name' | 'city' | 'country'>;

export function rowsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(2, '0');
    return { id: `id-${number}`, name: `Kalmar ${number}`, city: `City ${number}`, country: 'SE' };
  });
}

/**
 * Answers as the platform does that has these rows: a page of those whose name holds the filter, and the total, within
 * `bound` unless the exact one is asked for. DELETE takes a row away. `first` may answer before.
 */
export function serveRows(
  rows: Row[],
  { bound = Infinity, first = () => undefined }: { bound?: number; first?: (asked: Asked) => unknown } = {},
): Asked[] {
  return answerWith(async (asked) => {
    const special = await first(asked);
    if (special !== undefined) return special;
    if (asked.method === 'DELETE') {
      const at = rows.findIndex(({ id }) => asked.path.endsWith(`/${id}`));
      if (at >= 0) rows.splice(at, 1);
      return null;
    }
    if (asked.path !== ORGANIZATIONS) return undefined;
    const [limit, offset] = [Number(asked.query.get('limit') ?? 20), Number(asked.query.get('offset') ?? 0)];
    const found = rows.filter(({ name }) => name.includes(asked.query.get('name') ?? ''));
    const exact = found.length <= bound || asked.query.get('count') === 'exact';
    return {
      items: found.slice(offset, offset + limit),
      total: exact ? found.length : bound,
      total_exact: exact,
      offset,
      limit,
    };
  });
}

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    head: 'Name',
    sort: 'name',
    small: 'name',
    cell: (row) => <PageLink to={paths.account(row.id)}>{row.name}</PageLink>,
  },
  { key: 'city', head: 'City', sort: 'city', small: 'end', cell: (row) => row.city },
  { key: 'country', head: 'Country', cell: (row) => row.country },
];

/** Asks for the total of what the filters find. */
const totalOfView: TotalOf = (filters) => {
  const query = { limit: 1, ...filters };
  return { queryKey: [ENDPOINT, { query }], queryFn: ({ signal }) => call(ENDPOINT, { query, signal }) };
};

type Props = {
  title?: string;
  bulk?: Bulk<OrganizationRow>;
  remember?: string;
  accepts?: (name: string) => boolean;
  begins?: string;
  words?: string;
  counts?: boolean;
  creates?: boolean;
};

/**
 * `remember`: as useList has it; `accepts`: what it takes as a name to filter by; `begins`: the name that it filters by
 * at first; `words`: of the field for that name; `counts`: whether tabs of saved filters say how many rows they find;
 * `creates`: whether the title has the button too that an empty list has.
 */
export function TestList({
  title = 'Organizations',
  bulk,
  remember,
  accepts,
  begins,
  words = 'Filter by name',
  counts = false,
  creates = false,
}: Props) {
  const list = useList({
    filters: ['name'],
    sorts: ['name', 'city'],
    defaultSort: ['name:asc'],
    ...(remember ? { remember } : {}),
    ...(accepts ? { accepts: { name: accepts } } : {}),
    ...(begins ? { defaultFilters: { name: begins } } : {}),
  });
  const query = useApiList(ENDPOINT, { query: { ...list.paging, ...list.filters } });
  const create = (
    <ButtonLink to={paths.organizationCreate()} variant="filled">
      Create one
    </ButtonLink>
  );
  return (
    <>
      <main id="main">
        <ListPage
          title={title}
          actions={creates && create}
          list={list}
          query={query}
          columns={COLUMNS}
          rowId={(row) => row.id}
          {...(bulk ? { bulk } : {})}
          csv={csvOf(`${ENDPOINT}/export`, list.filters)}
          search={{ name: 'name', label: words, max: LIMITS.nameMax }}
          {...(counts ? { totalOf: totalOfView } : {})}
          count={(total) => `${total} organizations`}
          empty={{ icon: IconBuildingSkyscraper, title: 'No organizations yet', action: create }}
        />
      </main>
      <NoticeArea />
    </>
  );
}
