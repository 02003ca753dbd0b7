/** Two roles side by side: what one has and the other lacks. The address says which, so that it can be sent on. */
import { SegmentedControl } from '@mantine/core';
import type { Role } from '@signet/contract/areas/roles';
import { permissionGroups } from '@signet/contract/permission-groups';
import { PERMISSIONS, type Permission } from '@signet/contract/viewer';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { AS } from '../../shell/list/table-roles.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { usePermissionGroupName } from '../../shell/permission/permission-names.ts';
import type { PickedRole } from '../../shell/role/picked-role.ts';
import { RolePicker } from '../../shell/role/RolePicker.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useRoleWords } from './role-words.ts';
import css from './roles.module.css';

export default function RoleComparePage() {
  const t = useText();
  const { search, hash, change } = useOwnAddress();
  const left = useRole(search['left']);
  const right = useRole(search['right']);
  const choose =
    (side: 'left' | 'right') =>
    ({ id }: PickedRole) =>
      change({ search: { ...search, [side]: id }, hash });
  const failure = left.error ?? right.error;
  return (
    <div className={css.compare}>
      <PageTitle title={t('roles.compare')} lead={t('roles.compare.lead')} />
      <div className={css.pickers}>
        <RolePicker label={t('roles.compare.first')} role={left.data ?? null} onChoose={choose('left')} />
        <RolePicker label={t('roles.compare.second')} role={right.data ?? null} onChoose={choose('right')} />
      </div>
      {failure && <Banner tone="bad">{problemText(failure)}</Banner>}
      {left.data && right.data && <Comparison left={left.data} right={right.data} />}
    </div>
  );
}

const useRole = (id: string | undefined) =>
  useQuery({ ...queryOf('GET /account/ui-api/v1/role/{id}', { params: { id: id ?? '' } }), enabled: Boolean(id) });

/** The groups of both, each permission once; the applications may differ. */
function groupsOf(roles: readonly Role[]): { name: string; permissions: Permission[] }[] {
  const groups = new Map<string, Set<Permission>>();
  for (const { app_code, reach } of roles)
    for (const { name, permissions } of permissionGroups(app_code, reach))
      groups.set(name, new Set([...(groups.get(name) ?? []), ...permissions]));
  return [...groups].map(([name, permissions]) => ({
    name,
    permissions: PERMISSIONS.filter((permission) => permissions.has(permission)),
  }));
}

function Comparison({ left, right }: { left: Role; right: Role }) {
  const t = useText();
  const words = useRoleWords();
  const groupName = usePermissionGroupName();
  const [all, setAll] = useState(false);
  const has = (role: Role, permission: Permission) => role.permissions.includes(permission);
  const differs = (permission: Permission) => has(left, permission) !== has(right, permission);
  const groups = groupsOf([left, right]);
  const different = groups.flatMap(({ permissions }) => permissions.filter(differs));
  const shown = groups
    .map(({ name, permissions }) => ({ name, permissions: all ? permissions : permissions.filter(differs) }))
    .filter(({ permissions }) => permissions.length > 0);
  return (
    <>
      <div className={css.compareHead}>
        <p className="t2" role="status">
          {t('roles.compare.differ', { count: different.length })}
        </p>
        <SegmentedControl
          size="xs"
          value={all ? 'all' : 'differences'}
          onChange={(value) => setAll(value === 'all')}
          data={[
            { value: 'differences', label: t('roles.compare.differences') },
            { value: 'all', label: t('roles.compare.everything') },
          ]}
        />
      </div>
      {shown.length > 0 && (
        <table {...AS.table} className={css.sides} aria-label={t('roles.compare')}>
          <thead {...AS.group}>
            <tr {...AS.row}>
              <th {...AS.head} scope="col">
                {t('roles.compare.permission')}
              </th>
              {[left, right].map((role, side) => (
                <th key={side} {...AS.head} scope="col">
                  <PageLink to={paths.role(role.id)}>{role.name}</PageLink>
                  <span className={css.of}>
                    {t(`product.${role.app_code}`)}, {words.account(role)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {shown.map(({ name, permissions }) => (
            <tbody key={name} {...AS.group}>
              <tr {...AS.row} className={css.groupHead}>
                <th {...AS.rowHead} scope="rowgroup" colSpan={3}>
                  {groupName(name)}
                </th>
              </tr>
              {permissions.map((permission) => (
                <tr key={permission} {...AS.row} data-changed={differs(permission) || undefined}>
                  <th {...AS.rowHead} scope="row">
                    {words.permission(permission)}
                  </th>
                  {[left, right].map((role, side) => (
                    <td key={side} {...AS.cell}>
                      <Has has={has(role, permission)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </>
  );
}

function Has({ has }: { has: boolean }) {
  const t = useText();
  return (
    <span className={has ? css.yes : css.no}>
      {has ? <IconCheck size={16} stroke={2} aria-hidden /> : <IconMinus size={16} stroke={1.75} aria-hidden />}
      {t(has ? 'roles.compare.has' : 'roles.compare.lacks')}
    </span>
  );
}
