/** Asks for the name before an administrator is deleted (S-294). */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';

type Props = { administrator: { id: string; name: string } | null; onClose: () => void; onDeleted?: () => void };

/** Open while there is an `administrator`. */
export function DeleteAdministrator({ administrator, ...when }: Props) {
  const t = useText();
  return (
    <ConfirmDelete
      record={administrator}
      title={({ name }) => t('administrators.deleteTitle', { name })}
      act={t('administrators.delete')}
      word={({ name }) => name}
      remove={({ id }) => change('DELETE /account/ui-api/v1/user/{id}', { params: { id } })}
      deleted="administrators.deleted"
      {...when}
    >
      {t('administrators.deleteBody')}
    </ConfirmDelete>
  );
}
