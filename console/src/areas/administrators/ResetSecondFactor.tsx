/** Asks before the second factor of a person is taken away, and says what follows. */
import type { AdministratorRow } from '@signet/contract/areas/administrators';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useAct } from '../../shell/record/use-act.ts';

type Props = { person: Pick<AdministratorRow, 'id' | 'name' | 'email'>; opened: boolean; onClose: () => void };

export function ResetSecondFactor({ person: { id, name, email }, opened, onClose }: Props) {
  const t = useText();
  const { busy, run } = useAct(opened, onClose);
  const reset = () => change('DELETE /account/ui-api/v1/user/{id}/mfa', { params: { id } });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('security.resetTitle', { name })}
      act={t('security.reset')}
      danger
      busy={busy}
      onConfirm={() => void run(reset, 'security.wasReset')}
      onClose={onClose}
    >
      {t('security.resetBody', { name, email })}
    </ConfirmDialog>
  );
}
