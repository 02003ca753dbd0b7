/** What can be done to many organizations at once, by the store function of the single act. */
import { organizationAbilities, organizations } from '@signet/contract/areas/organizations';
import { ORGANIZATION_BULK_INPUT } from '@signet/contract/areas/organizations-bulk';
import { bulkAct } from '../../bulk/act.ts';
import { deleteOrganization, organizationTargets, readOrganization } from './store.ts';

export const organizationBulkActs = {
  remove: bulkAct({
    name: 'organizations.remove',
    single: organizations.remove,
    input: ORGANIZATION_BULK_INPUT.remove,
    rows: organizationTargets,
    verdict: (viewer) =>
      organizationAbilities(viewer).delete ? { change: 'heavy' } : { refused: { status: 'FORBIDDEN' } },
    read: (viewer, tx, id) => readOrganization(viewer, tx, id, { lock: true }),
    perform: (viewer, tx, { id }, _input, now) => deleteOrganization(viewer, tx, id, now),
  }),
};
