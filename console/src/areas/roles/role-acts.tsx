/** What can be done to a role: from its row in the list, and from its page. */
import type { Role } from '@signet/contract/areas/roles';
import { IconArchive, IconArchiveOff, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import type { RowAction } from '../../shell/record/RowActions.tsx';
import { useAct } from '../../shell/record/use-act.ts';

type Named = Pick<Role, 'id' | 'name' | 'users' | 'archived_at' | 'abilities'>;

/** `onDeleted` leads away from the role's own page. */
export function useRoleActs(onDeleted?: () => void): { actionsOf: (role: Named) => RowAction[]; dialogs: ReactNode } {
  const t = useText();
  const [deleting, setDeleting] = useState<Named | null>(null);
  const [archiving, setArchiving] = useState<Named | null>(null);
  const { busy, run } = useAct(archiving !== null, () => setArchiving(null));
  const archive = ({ id }: Named, archived: boolean) =>
    run(
      () => change('PUT /account/ui-api/v1/role/{id}/archived', { params: { id }, body: { archived } }),
      archived ? 'roles.archivedDone' : 'roles.restored',
    );
  const actionsOf = (role: Named): RowAction[] => [
    ...(role.abilities.edit ? [{ label: t('roles.edit'), icon: IconPencil, to: paths.roleEdit(role.id) }] : []),
    ...(role.abilities.clone ? [{ label: t('roles.clone'), icon: IconCopy, to: paths.roleClone(role.id) }] : []),
    ...(role.abilities.archive ? [archiveAction(role)] : []),
    ...(role.abilities.edit
      ? [
          {
            label: t('roles.delete'),
            icon: IconTrash,
            danger: true,
            whyNot: role.abilities.delete
              ? null
              : t('notifications.exceptions.ROLE_IN_USE', { count: Math.max(role.users, 1) }),
            act: () => setDeleting(role),
          },
        ]
      : []),
  ];
  const archiveAction = (role: Named): RowAction =>
    role.archived_at === null
      ? { label: t('roles.archive'), icon: IconArchive, act: () => setArchiving(role) }
      : { label: t('roles.restore'), icon: IconArchiveOff, act: () => void archive(role, false) };
  const dialogs = (
    <>
      <ConfirmDialog
        opened={archiving !== null}
        title={t('roles.archiveTitle', { name: archiving?.name ?? '' })}
        act={t('roles.archive')}
        busy={busy}
        onConfirm={() => archiving && void archive(archiving, true)}
        onClose={() => setArchiving(null)}
      >
        {t('roles.archiveBody', { count: archiving?.users ?? 0 })}
      </ConfirmDialog>
      <ConfirmDelete
        record={deleting}
        title={({ name }) => t('roles.deleteTitle', { name })}
        act={t('roles.delete')}
        remove={({ id }) => change('DELETE /account/ui-api/v1/role/{id}', { params: { id } })}
        deleted="roles.deleted"
        onClose={() => setDeleting(null)}
        {...(onDeleted ? { onDeleted } : {})}
      >
        {t('roles.deleteBody')}
      </ConfirmDelete>
    </>
  );
  return { actionsOf, dialogs };
}
