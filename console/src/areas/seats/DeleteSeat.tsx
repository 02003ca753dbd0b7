/** Asks before a seat is deleted, and says what follows. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';

type Props = { seat: { id: string; name: string } | null; onClose: () => void; onDeleted?: () => void };

/** Open while there is a `seat`. */
export function DeleteSeat({ seat, ...when }: Props) {
  const t = useText();
  return (
    <ConfirmDelete
      record={seat}
      title={({ name }) => t('seats.deleteTitle', { name })}
      act={t('seats.delete')}
      word={({ name }) => name}
      remove={({ id }) => change('DELETE /account/ui-api/v2/seat/{id}', { params: { id } })}
      deleted="seats.deleted"
      {...when}
    >
      {t('seats.deleteBody')}
    </ConfirmDelete>
  );
}
