/** Deleting many organizations at once, with their contacts. */
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import type { Bulk, BulkChange } from '../../shell/list/bulk.ts';

/** `manages`: whether the person may delete any; without it rows can't be selected. */
export function useBulkDelete(manages: boolean): Bulk<OrganizationRow> {
  const t = useText();
  const remove = {
    label: t('organizations.deleteMany'),
    icon: IconTrash,
    danger: true,
    title: (count: number) => t('organizations.deleteManyTitle', { count }),
    body: () => t('organizations.deleteManyBody'),
    act: (count: number) => t('organizations.deleteManyAct', { count }),
    word: t('confirm.deleteWord'),
    run: ({ id }: OrganizationRow, change: BulkChange) =>
      change('DELETE /account/ui-api/v1/organization/{id}', { params: { id } }),
  };
  return { name: (row) => row.name, actions: manages ? [remove] : [] };
}
