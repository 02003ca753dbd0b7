/** What can be done to many organizations at once. */
import { ACCESS } from '@signet/contract/access';
import { ORGANIZATION_FILTERS } from '@signet/contract/areas/organization-record';
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import type { Bulk, MakePlan } from '../../shell/list/bulk.ts';
import { soundFilters } from '../../shell/list/declared-filters.ts';

/** `filters`: those in force. */
export function useOrganizationBulk(filters: Readonly<Record<string, string>>): Bulk<OrganizationRow> {
  const t = useText();
  const manages = useAllows(ACCESS.organizations.manage);
  const remove = {
    label: t('organizations.deleteMany'),
    icon: IconTrash,
    danger: true,
    plan: (ids: readonly string[] | null, make: MakePlan) =>
      make('POST /account/ui-api/v1/organization/bulk/delete', {
        body: {
          ...(ids === null ? { filters: soundFilters(ORGANIZATION_FILTERS, filters) } : { ids: [...ids] }),
          input: {},
        },
      }),
  };
  return { name: (row) => row.name, acts: manages ? [remove] : [], planAt: paths.organizationsPlan };
}
