/** Asks for the name before a service user is deleted (S-424). */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';

type Props = { serviceUser: { id: string; name: string } | null; onClose: () => void; onDeleted?: () => void };

/** Open while there is a `serviceUser`. */
export function DeleteServiceUser({ serviceUser, ...when }: Props) {
  const t = useText();
  return (
    <ConfirmDelete
      record={serviceUser}
      title={({ name }) => t('serviceUsers.deleteTitle', { name })}
      act={t('serviceUsers.delete')}
      word={({ name }) => name}
      remove={({ id }) => change('DELETE /account/ui-api/v1/service-user/{id}', { params: { id } })}
      deleted="serviceUsers.deleted"
      {...when}
    >
      {t('serviceUsers.deleteBody')}
    </ConfirmDelete>
  );
}
