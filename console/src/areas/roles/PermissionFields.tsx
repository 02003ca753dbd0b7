/** The permissions of a role as a form has them: a row for each group, a box for each permission (S-239). */
import { Checkbox } from '@mantine/core';
import { impliedBy } from '@signet/contract/permission-groups';
import type { Permission } from '@signet/contract/viewer';
import { PERMISSIONS } from '@signet/contract/viewer';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { CallResponse } from '../../api/call.ts';
import type { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { useRoleWords } from './role-words.ts';
import css from './roles.module.css';

type Groups = CallResponse<'GET /account/ui-api/v1/permissiongroup'>;
type Group = Groups['items'][number];

type Props = {
  id: string;
  title: string;
  groups: UseQueryResult<Groups, Failure>;
  chosen: readonly Permission[];
  /** What the role had before, where it is edited: what differs is marked. */
  before: readonly Permission[] | null;
  error: ReactNode;
  onChange: (next: Permission[]) => void;
};

export function PermissionFields({ id, title, groups, chosen, before, error, onChange }: Props) {
  const t = useText();
  const { data, error: failure } = groups;
  const own = data?.items.filter(({ shared }) => !shared) ?? [];
  const shared = data?.items.filter((one) => one.shared) ?? [];
  const titleId = `${id}-title`;
  const offered = (data?.items ?? []).flatMap(({ permissions }) => permissions);
  const isGivable = (permission: Permission) => offered.some(({ name, why_not: why }) => name === permission && !why);
  /** With what it implies, as far as it can be given. */
  const toggle = (permission: Permission, on: boolean) => {
    const implied = on ? impliedBy(permission).filter(isGivable) : [];
    onChange(PERMISSIONS.filter((one) => (one === permission ? on : chosen.includes(one) || implied.includes(one))));
  };
  /** The chosen one with which this one comes. */
  const bringerOf = (permission: Permission) => chosen.find((one) => impliedBy(one).includes(permission)) ?? null;
  const table = { chosen, before, bringerOf, onToggle: toggle };
  return (
    <section
      className={css.permissions}
      id={id}
      tabIndex={-1}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <h2 id={titleId}>{title}</h2>
      {error && <div id={`${id}-error`}>{error}</div>}
      {data ? (
        <>
          <GroupRows title={null} groups={own} {...table} />
          <GroupRows title={t('roles.shared')} groups={shared} {...table} />
        </>
      ) : failure ? (
        <Unread error={failure} retry={groups.refetch} />
      ) : (
        <Busy />
      )}
    </section>
  );
}

type RowsProps = {
  title: string | null;
  groups: readonly Group[];
  chosen: readonly Permission[];
  before: readonly Permission[] | null;
  bringerOf: (permission: Permission) => Permission | null;
  onToggle: (permission: Permission, on: boolean) => void;
};

function GroupRows({ title, groups, chosen, before, bringerOf, onToggle }: RowsProps) {
  const words = useRoleWords();
  return (
    <div className={`card ${css.groups}`}>
      {title && <h3>{title}</h3>}
      {groups.map((group) => {
        const isChanged = (permission: Permission) =>
          before !== null && chosen.includes(permission) !== before.includes(permission);
        return (
          <div
            key={group.name}
            className={css.group}
            data-changed={group.permissions.some(({ name }) => isChanged(name)) || undefined}
          >
            <div className={css.groupName}>{words.group(group.name)}</div>
            <div className={css.boxes}>
              {group.permissions.map((permission) => (
                <PermissionBox
                  key={permission.name}
                  label={words.verb(permission.name, group.permissions)}
                  permission={permission}
                  checked={chosen.includes(permission.name)}
                  changed={isChanged(permission.name)}
                  bringer={bringerOf(permission.name)}
                  onToggle={onToggle}
                />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

type BoxProps = {
  label: string;
  permission: Group['permissions'][number];
  checked: boolean;
  changed: boolean;
  bringer: Permission | null;
  onToggle: RowsProps['onToggle'];
};

/** What the viewer does not hold stays as it is, and what another one brings stays chosen: both say why. */
function PermissionBox({ label, permission, checked, changed, bringer, onToggle }: BoxProps) {
  const { name, why_not: whyNot } = permission;
  const t = useText();
  const words = useRoleWords();
  const hintId = useId();
  const isLocked = checked && bringer !== null;
  const isFixed = whyNot !== null || isLocked;
  const hint = whyNot
    ? t('roles.notHeld')
    : isLocked
      ? t('roles.comesWith', { permission: words.permission(bringer) })
      : changed
        ? t(checked ? 'roles.added' : 'roles.removed')
        : null;
  return (
    <div className={css.box}>
      <Checkbox
        size="xs"
        label={label}
        aria-label={words.permission(name)}
        aria-describedby={hint === null ? undefined : hintId}
        checked={checked}
        // The keyboard still comes here: the reason is part of what is said.
        aria-disabled={isFixed || undefined}
        onChange={(event) => isFixed || onToggle(name, event.currentTarget.checked)}
      />
      {hint !== null && (
        <span id={hintId} className="t3 sm">
          {hint}
        </span>
      )}
    </div>
  );
}
