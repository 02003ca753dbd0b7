/** The certificate authorities that the person may see. */
import { ACCESS } from '@signet/contract/access';
import {
  AUTHORITY_FILTERS,
  AUTHORITY_KINDS,
  AUTHORITY_SORT,
  AUTHORITY_STATES,
} from '@signet/contract/areas/certificate-authority-rules';
import { IconCertificate, IconPlus } from '@tabler/icons-react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { AccountEditor } from '../../shell/account/AccountEditor.tsx';
import { useAccountOf } from '../../shell/account/named-account.ts';
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
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useAuthorityColumns } from './columns.tsx';

const ALL = filterNames(AUTHORITY_FILTERS);
const OF_ONE_ACCOUNT = ALL.filter((name) => name !== 'account_id');

export default function AuthoritiesPage() {
  const t = useText();
  const creates = useAllows(ACCESS.certificateAuthorities.create);
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const list = useList({
    filters: seesAccounts ? ALL : OF_ONE_ACCOUNT,
    sorts: AUTHORITY_SORT,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(AUTHORITY_FILTERS),
    remember: 'certificate-authorities',
  });
  const accountName = useAccountOf(seesAccounts ? list.filters.account_id : undefined);
  const query = useApiList('GET /certificate-authority/api/v1/ca', {
    query: { ...list.paging, ...soundFilters(AUTHORITY_FILTERS, list.filters) },
  });
  const editors: FilterEditors<FilterName<typeof AUTHORITY_FILTERS>> = {
    name: null,
    state: {
      label: t('authorities.state'),
      choices: AUTHORITY_STATES.map((value) => ({ value, label: t(`authorities.state.${value}`) })),
    },
    kind: {
      label: t('authorities.kind'),
      choices: AUTHORITY_KINDS.map((value) => ({ value, label: t(`authorities.kind.${value}`) })),
    },
    account_id: seesAccounts
      ? { label: t('authorities.account'), editor: AccountEditor, valueText: () => accountName }
      : null,
  };
  const create = creates && (
    <ButtonLink
      pageKey="C"
      to={paths.certificateAuthorityCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('authorities.create')}
    </ButtonLink>
  );
  return (
    <ListPage
      title={t('authorities.title')}
      lead={t('authorities.lead')}
      actions={create}
      list={list}
      query={query}
      rowId={(row) => row.id}
      columns={useAuthorityColumns()}
      search={{ name: 'name', label: t('authorities.filterByName'), max: AUTHORITY_FILTERS.name.max }}
      filters={filterSpecs(editors, AUTHORITY_FILTERS, list.filters)}
      count={(total) => t('authorities.count', { total })}
      empty={{ icon: IconCertificate, title: t('authorities.none'), body: t('authorities.noneBody'), action: create }}
    />
  );
}
