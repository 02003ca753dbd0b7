/** Asks before a service user is disabled or enabled, and says what stops or works again (S-308). */
import type { ServiceUserRow } from '@signet/contract/areas/service-users';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useAct } from '../../shell/record/use-act.ts';

type Props = { serviceUser: Pick<ServiceUserRow, 'id' | 'name' | 'active'>; opened: boolean; onClose: () => void };

export function SwitchServiceUser({ serviceUser: { id, name, active }, opened, onClose }: Props) {
  const t = useText();
  const { busy, run } = useAct(opened, onClose);
  const act = () =>
    change('PUT /account/ui-api/v1/service-user/{id}/enable', { params: { id }, body: { enabled: !active } });
  return (
    <ConfirmDialog
      opened={opened}
      title={t(active ? 'serviceUsers.disableTitle' : 'serviceUsers.enableTitle', { name })}
      act={t(active ? 'serviceUsers.disable' : 'serviceUsers.enable')}
      danger={active}
      busy={busy}
      onConfirm={() => void run(act, active ? 'serviceUsers.disabled' : 'serviceUsers.enabled')}
      onClose={onClose}
    >
      {t(active ? 'serviceUsers.disableBody' : 'serviceUsers.enableBody')}
    </ConfirmDialog>
  );
}
