/** Asks for the name before an organization is deleted, with its contacts. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';

type Props = { organization: { id: string; name: string } | null; onClose: () => void; onDeleted?: () => void };

/** Open while there is an `organization`. */
export function DeleteOrganization({ organization, ...when }: Props) {
  const t = useText();
  return (
    <ConfirmDelete
      record={organization}
      title={({ name }) => t('organizations.deleteTitle', { name })}
      act={t('organizations.delete')}
      word={({ name }) => name}
      remove={({ id }) => change('DELETE /account/ui-api/v1/organization/{id}', { params: { id } })}
      deleted="organizations.deleted"
      {...when}
    >
      {t('organizations.deleteBody')}
    </ConfirmDelete>
  );
}
