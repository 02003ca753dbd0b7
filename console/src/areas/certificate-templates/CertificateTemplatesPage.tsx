/** Templates: how certificates are made for seats (S-352). */
import { ACCESS } from '@signet/contract/access';
import { CERT_TYPES, TEMPLATE_FILTERS, TEMPLATE_SORT } from '@signet/contract/areas/certificate-template-record';
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { IconPencil, IconPlus, IconTemplate } from '@tabler/icons-react';
import { call } from '../../api/call.ts';
import { useApiList } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useAccountFilter } from '../../shell/account/account-filter.ts';
import { useAccountsOfList } from '../../shell/account/account-name.ts';
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
import { useTemplateArchive } from './certificate-template-acts.tsx';
import { useTemplateColumns } from './columns.tsx';

const ALL = filterNames(TEMPLATE_FILTERS);
/** Outside of system scope every template is for people, devices and servers. */
const OF_END_ENTITIES = ALL.filter((name) => name !== 'cert_type');

export default function CertificateTemplatesPage() {
  const t = useText();
  const scope = useScope();
  const manages = useAllows(ACCESS.certificateTemplates.manage);
  const byAccount = useAccountsOfList();
  const { actionOf, dialog } = useTemplateArchive();
  const names = scope === 'system' ? ALL : OF_END_ENTITIES;
  const list = useList({
    filters: byAccount.offered ? names : names.filter((name) => name !== 'account_id'),
    defaultFilters: { archived: 'false' },
    sorts: TEMPLATE_SORT,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(TEMPLATE_FILTERS),
    remember: 'certificate-templates',
  });
  const filters = soundFilters(TEMPLATE_FILTERS, list.filters);
  const query = useApiList('GET /account/ui-api/v1/template', { query: { ...list.paging, ...filters } });
  const editors: FilterEditors<FilterName<typeof TEMPLATE_FILTERS>> = {
    name: null,
    cert_type:
      scope === 'system'
        ? {
            label: t('certificateProfiles.cert_type'),
            choices: CERT_TYPES.map((value) => ({ value, label: t(`certificateProfiles.cert_type.${value}`) })),
          }
        : null,
    account_id: useAccountFilter(t('templates.account'), list.filters.account_id),
    archived: {
      label: t('templates.inUse'),
      choices: [
        { value: 'false', label: t('templates.current') },
        { value: 'true', label: t('templates.archived') },
      ],
    },
  };
  const create = (
    <ButtonLink
      pageKey="C"
      to={paths.certificateTemplateCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('templates.create')}
    </ButtonLink>
  );
  const rowMenu = (row: TemplateAnswer) => {
    const whyNot = row.why_not_manage && problemText({ message: '', ...row.why_not_manage });
    return (
      <RowActions
        label={t('list.actionsFor', { name: row.name })}
        actions={[
          { label: t('templates.edit'), icon: IconPencil, whyNot, to: paths.certificateTemplateEdit(row.id) },
          actionOf(row, whyNot),
        ]}
      />
    );
  };
  return (
    <>
      <ListPage
        title={t('nav.certificateTemplates')}
        actions={manages && create}
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useTemplateColumns()}
        {...(manages ? { rowMenu } : {})}
        search={{ name: 'name', label: t('templates.filterByName'), max: TEMPLATE_FILTERS.name.max }}
        filters={filterSpecs(editors, TEMPLATE_FILTERS, list.filters)}
        plainName={t('templates.all')}
        totalOf={totalOf}
        count={(total) => t('templates.count', { total })}
        empty={{
          icon: IconTemplate,
          title: t('templates.none'),
          body: t('templates.noneBody'),
          action: manages && create,
        }}
      />
      {dialog}
    </>
  );
}

function totalOf(kept: Readonly<Record<string, string>>): ReturnType<TotalOf> {
  const query = { limit: 1, ...soundFilters(TEMPLATE_FILTERS, kept) };
  return {
    queryKey: ['GET /account/ui-api/v1/template', { query }],
    queryFn: ({ signal }) => call('GET /account/ui-api/v1/template', { query, signal }),
  };
}
