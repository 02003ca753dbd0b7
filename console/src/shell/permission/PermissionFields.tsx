/** The permissions of a form: a line for each group, a box for each permission (S-239). */
import { Box, Checkbox, Input } from '@mantine/core';
import { impliedBy, inGroups } from '@signet/contract/permission-groups';
import { PERMISSIONS, type Permission } from '@signet/contract/viewer';
import { useId, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import type { FieldProps } from '../form/form-shell.ts';
import { onlyViews, usePermissionGroupName, usePermissionName, usePermissionVerb } from './permission-names.ts';
import css from './permission-fields.module.css';

type Offered = {
  name: Permission;
  /** Why the viewer may neither give nor take it. */
  why_not: { status: string } | null;
};
/** `shared`: roles of every application may have it. */
type OfferedGroup = { name: string; shared: boolean; permissions: readonly Offered[] };

/** The groups of permissions that may all be chosen. */
export const groupsToChoose = (permissions: readonly string[]): OfferedGroup[] =>
  inGroups(permissions).map((group) => ({
    name: group.name,
    shared: false,
    permissions: group.permissions.map((name) => ({ name, why_not: null })),
  }));

type Props = {
  /** What `shell.field('…')` gives; of its value the form alone knows. */
  field: Omit<FieldProps, 'value' | 'onChange'>;
  /** The label is the heading of a part of the form. */
  heading?: boolean;
  groups: readonly OfferedGroup[];
  chosen: readonly Permission[];
  /** What was stored before, where what differs is marked. */
  before?: readonly Permission[] | null;
  onChange: (next: Permission[]) => void;
  /** Lines above those of the groups. */
  lines?: ReactNode;
  /** What stands in place of groups that are not read yet. */
  children?: ReactNode;
};

/** What a chosen permission brings is chosen with it, and stays as long as it does. */
export function PermissionFields(props: Props) {
  const { field, heading = false, groups, chosen, before = null, onChange, lines, children } = props;
  const { id, label, description, error } = field;
  const t = useText();
  const own = groups.filter(({ shared }) => !shared);
  const shared = groups.filter((one) => one.shared);
  const labelId = `${id}-label`;
  const hintId = `${id}-hint`;
  const fixedId = `${id}-fixed`;
  const hasHint = Boolean(error || description);
  const offered = groups.flatMap(({ permissions }) => permissions);
  const hasFixed = offered.some(({ why_not: why }) => why !== null);
  const isGivable = (permission: Permission) => offered.some(({ name, why_not: why }) => name === permission && !why);
  /** With what it implies, as far as it can be given. */
  const toggle = (permission: Permission, on: boolean) => {
    const implied = on ? impliedBy(permission).filter(isGivable) : [];
    onChange(PERMISSIONS.filter((one) => (one === permission ? on : chosen.includes(one) || implied.includes(one))));
  };
  /** The chosen one with which this one comes. */
  const bringerOf = (permission: Permission) => chosen.find((one) => impliedBy(one).includes(permission)) ?? null;
  const lineOf = (group: OfferedGroup) => (
    <GroupLine key={group.name} group={group} chosen={chosen} before={before} bringerOf={bringerOf} onToggle={toggle} />
  );
  return (
    <Box
      className={css.field}
      data-heading={heading || undefined}
      id={id}
      tabIndex={-1}
      role="group"
      aria-labelledby={labelId}
      aria-describedby={[hasHint && hintId, hasFixed && fixedId].filter(Boolean).join(' ') || undefined}
      onBlur={field.onBlur}
    >
      {heading ? (
        <h2 id={labelId}>{label}</h2>
      ) : (
        <Input.Label id={labelId} labelElement="div">
          {label}
        </Input.Label>
      )}
      {hasHint && (
        <div id={hintId} className="t2 sm">
          {error || description}
        </div>
      )}
      {hasFixed && (
        <div id={fixedId} className="t2 sm">
          {t('roles.someNotHeld')}
        </div>
      )}
      {children}
      {(lines || own.length > 0) && (
        <div className={`card ${css.groups}`}>
          {lines}
          {own.map(lineOf)}
        </div>
      )}
      {shared.length > 0 && (
        <div className={`card ${css.groups}`}>
          <h3>{t('roles.shared')}</h3>
          {shared.map(lineOf)}
        </div>
      )}
    </Box>
  );
}

/** One line of such a card: what its boxes are about, and the boxes. */
export function ChoiceLine({ title, changed = false, children }: LineProps) {
  return (
    <fieldset className={css.group} data-changed={changed || undefined}>
      <legend>{title}</legend>
      <div className={css.boxes}>{children}</div>
    </fieldset>
  );
}

type LineProps = { title: string; changed?: boolean; children: ReactNode };
type GroupProps = {
  group: OfferedGroup;
  chosen: readonly Permission[];
  before: readonly Permission[] | null;
  bringerOf: (permission: Permission) => Permission | null;
  onToggle: (permission: Permission, on: boolean) => void;
};

function GroupLine({ group, chosen, before, bringerOf, onToggle }: GroupProps) {
  const groupName = usePermissionGroupName();
  const verb = usePermissionVerb();
  const names = group.permissions.map(({ name }) => name);
  const isChanged = ({ name }: Offered) => before !== null && chosen.includes(name) !== before.includes(name);
  return (
    <ChoiceLine title={groupName(group.name)} changed={group.permissions.some(isChanged)}>
      {group.permissions.map((permission) => (
        <PermissionBox
          key={permission.name}
          label={verb(permission.name, names)}
          permission={permission}
          checked={chosen.includes(permission.name)}
          changed={isChanged(permission)}
          bringer={bringerOf(permission.name)}
          onToggle={onToggle}
        />
      ))}
    </ChoiceLine>
  );
}

type BoxProps = {
  label: string;
  permission: Offered;
  checked: boolean;
  changed: boolean;
  bringer: Permission | null;
  onToggle: GroupProps['onToggle'];
};

/** What the viewer does not hold stays as it is, and what another one brings stays chosen: both say why. */
function PermissionBox({ label, permission, checked, changed, bringer, onToggle }: BoxProps) {
  const { name, why_not: whyNot } = permission;
  const t = useText();
  const permissionName = usePermissionName();
  const hintId = useId();
  const isLocked = checked && bringer !== null;
  const isFixed = whyNot !== null || isLocked;
  const hint = whyNot
    ? t('roles.notHeld')
    : isLocked
      ? t('roles.comesWith', { permission: permissionName(bringer) })
      : changed
        ? t(checked ? 'roles.added' : 'roles.removed')
        : null;
  return (
    <div className={css.box} data-views={onlyViews(name) || undefined}>
      <Checkbox
        size="xs"
        label={label}
        aria-label={permissionName(name)}
        aria-describedby={hint === null ? undefined : hintId}
        checked={checked}
        // The keyboard still comes here: the reason is part of what is said.
        aria-disabled={isFixed || undefined}
        onChange={(event) => isFixed || onToggle(name, event.currentTarget.checked)}
      />
      {hint !== null && (
        // What the viewer does not hold is said once above all boxes; who hears one box hears it there.
        <span id={hintId} className={whyNot ? 'vh' : css.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
