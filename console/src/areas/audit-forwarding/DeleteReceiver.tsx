/** Asks for the name before a receiver is deleted. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';

type Props = { receiver: { id: string; name: string } | null; onClose: () => void; onDeleted?: () => void };

/** Open while there is a `receiver`. */
export function DeleteReceiver({ receiver, ...when }: Props) {
  const t = useText();
  return (
    <ConfirmDelete
      record={receiver}
      title={({ name }) => t('auditForwarding.deleteTitle', { name })}
      act={t('auditForwarding.delete')}
      word={({ name }) => name}
      remove={({ id }) => change('DELETE /account/ui-api/v1/audit-receiver/{id}', { params: { id } })}
      deleted="auditForwarding.deleted"
      {...when}
    >
      {t('auditForwarding.deleteBody')}
    </ConfirmDelete>
  );
}
