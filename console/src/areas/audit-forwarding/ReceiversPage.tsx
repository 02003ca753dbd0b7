/** The receivers to which the events of the audit log are sent. */
import { RECEIVER_FILTERS, RECEIVER_KINDS, RECEIVER_SORT } from '@signet/contract/areas/audit-receiver-record';
import type { AuditReceiver } from '@signet/contract/areas/audit-forwarding';
import { IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
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
import { RowActions } from '../../shell/record/RowActions.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useReceiverColumns } from './columns.tsx';
import { DeleteReceiver } from './DeleteReceiver.tsx';

export default function ReceiversPage() {
  const t = useText();
  const [deleting, setDeleting] = useState<AuditReceiver | null>(null);
  const list = useList({
    filters: filterNames(RECEIVER_FILTERS),
    sorts: RECEIVER_SORT,
    defaultSort: ['name:asc'],
    accepts: acceptsOf(RECEIVER_FILTERS),
    remember: 'audit-receivers',
  });
  const query = useApiList('GET /account/ui-api/v1/audit-receiver', {
    query: { ...list.paging, ...soundFilters(RECEIVER_FILTERS, list.filters) },
  });
  const editors: FilterEditors<FilterName<typeof RECEIVER_FILTERS>> = {
    name: null,
    kind: {
      label: t('auditForwarding.kind'),
      choices: RECEIVER_KINDS.map((value) => ({ value, label: t(`auditForwarding.kind.${value}`) })),
    },
    enabled: {
      label: t('auditForwarding.enabled'),
      choices: [
        { value: 'true', label: t('auditForwarding.on') },
        { value: 'false', label: t('auditForwarding.off') },
      ],
    },
  };
  const create = (
    <ButtonLink
      pageKey="C"
      to={paths.auditReceiverCreate()}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('auditForwarding.create')}
    </ButtonLink>
  );
  const rowMenu = (row: AuditReceiver) => (
    <RowActions
      label={t('list.actionsFor', { name: row.name })}
      actions={[
        { label: t('auditForwarding.edit'), icon: IconPencil, to: paths.auditReceiverEdit(row.id) },
        { label: t('auditForwarding.delete'), icon: IconTrash, danger: true, act: () => setDeleting(row) },
      ]}
    />
  );
  return (
    <>
      <ListPage
        title={t('auditForwarding.title')}
        lead={t('auditForwarding.lead')}
        actions={create}
        list={list}
        query={query}
        rowId={(row) => row.id}
        columns={useReceiverColumns()}
        rowMenu={rowMenu}
        search={{ name: 'name', label: t('auditForwarding.filterByName'), max: RECEIVER_FILTERS.name.max }}
        filters={filterSpecs(editors, RECEIVER_FILTERS, list.filters)}
        count={(total) => t('auditForwarding.count', { total })}
        empty={{
          icon: IconSend,
          title: t('auditForwarding.none'),
          body: t('auditForwarding.noneBody'),
          action: create,
        }}
      />
      <DeleteReceiver receiver={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
