/** What can be done to many administrators at once. */
import { ACCESS } from '@signet/contract/access';
import type { AdministratorRow } from '@signet/contract/areas/administrators';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import type { Bulk, BulkAct } from '../../shell/list/bulk.ts';
import { useRoleAct } from './bulk-role.tsx';
import type { Choose, ListFilters } from './chosen-people.ts';

/** `filters`: those in force. */
export function useAdministratorBulk(filters: ListFilters): Bulk<AdministratorRow> {
  const t = useText();
  const manages = useAllows(ACCESS.administrators.manage);
  const seesRoles = useAllows(ACCESS.roles.view);
  const choose: Choose = (ids) => (ids === null ? { filters } : { ids: [...ids] });
  const giveRole = useRoleAct(choose, true);
  const takeRole = useRoleAct(choose, false);
  const switchTo =
    (active: boolean): BulkAct['plan'] =>
    (ids, make) =>
      make('POST /account/ui-api/v1/user/bulk/active', { body: { ...choose(ids), input: { active } } });
  const acts: BulkAct[] = [
    { label: t('administrators.enableMany'), icon: IconPlayerPlay, plan: switchTo(true) },
    { label: t('administrators.disableMany'), icon: IconPlayerPause, danger: true, plan: switchTo(false) },
    ...(seesRoles ? [giveRole, takeRole] : []),
    {
      label: t('administrators.deleteMany'),
      icon: IconTrash,
      danger: true,
      plan: (ids, make) => make('POST /account/ui-api/v1/user/bulk/delete', { body: { ...choose(ids), input: {} } }),
    },
  ];
  return { name: (row) => row.name, acts: manages ? acts : [], planAt: paths.administratorsPlan };
}
