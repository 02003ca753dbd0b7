/** Asks for the name before an organization goes, with its contacts. */
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { changed } from '../../api/query.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { notify } from '../../shell/notices/notifications.ts';

type Props = { organization: { id: string; name: string } | null; onClose: () => void; onDeleted?: () => void };

/** Open while there is an `organization`. */
export function DeleteOrganization({ organization, onClose, onDeleted }: Props) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  async function remove(id: string) {
    setBusy(true);
    try {
      await call('DELETE /account/ui-api/v1/organization/{id}', { params: { id } });
      notify({ type: 'success', message: 'organizations.deleted', translateMessage: true });
      onClose();
      onDeleted?.();
      await changed('GET /account/ui-api/v1/organization');
    } catch (thrown) {
      onClose();
      showProblem(thrown);
    } finally {
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      opened={organization !== null}
      title={t('organizations.deleteTitle', { name: organization?.name ?? '' })}
      act={t('organizations.delete')}
      word={organization?.name ?? ''}
      danger
      busy={busy}
      onConfirm={() => organization && void remove(organization.id)}
      onClose={onClose}
    >
      {t('organizations.deleteBody')}
    </ConfirmDialog>
  );
}
