/** Asks before a service user is disabled or enabled, and says what stops or works again (S-308). */
import type { ServiceUserRow } from '@signet/contract/areas/service-users';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useOnOpening } from '../../shell/confirm/use-on-opening.ts';
import { useAct } from '../../shell/record/use-act.ts';

type Props = { serviceUser: Pick<ServiceUserRow, 'id' | 'name' | 'active'>; opened: boolean; onClose: () => void };

export function SwitchServiceUser({ serviceUser: { id, name, active }, opened, onClose }: Props) {
  const t = useText();
  const { busy, run } = useAct(opened, onClose);
  // As it was asked: the list is read again before the question goes, and somebody else may switch it meanwhile.
  const [off, setOff] = useState(active);
  useOnOpening(opened, () => setOff(active));
  const act = () =>
    change('PUT /account/ui-api/v1/service-user/{id}/enable', { params: { id }, body: { enabled: !off } });
  return (
    <ConfirmDialog
      opened={opened}
      title={t(off ? 'serviceUsers.disableTitle' : 'serviceUsers.enableTitle', { name })}
      act={t(off ? 'serviceUsers.disable' : 'serviceUsers.enable')}
      danger={off}
      busy={busy}
      onConfirm={() => void run(act, off ? 'serviceUsers.disabled' : 'serviceUsers.enabled')}
      onClose={onClose}
    >
      {t(off ? 'serviceUsers.disableBody' : 'serviceUsers.enableBody')}
    </ConfirmDialog>
  );
}
