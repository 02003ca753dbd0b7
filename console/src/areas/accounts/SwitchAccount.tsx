/** Asks before an account is switched off or on, and says whom it touches. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useOnOpening } from '../../shell/confirm/use-on-opening.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { Effects } from './Effects.tsx';

export function SwitchAccount({
  account,
  opened,
  onClose,
}: {
  account: AccountRow;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const { busy, run } = useAct(opened, onClose);
  // As it was asked: the account is read again before the question goes, and somebody else may switch it meanwhile.
  const [off, setOff] = useState(account.switched_on);
  useOnOpening(opened, () => setOff(account.switched_on));
  const act = () =>
    change('PUT /account/ui-api/v1/account/{id}/active', { params: { id: account.id }, body: { active: !off } });
  return (
    <ConfirmDialog
      opened={opened}
      title={t(off ? 'accounts.switchOffTitle' : 'accounts.switchOnTitle', { name: account.display_name })}
      act={t(off ? 'accounts.switchOff' : 'accounts.switchOn')}
      danger={off}
      busy={busy}
      onConfirm={() => void run(act, off ? 'accounts.switchedOff' : 'accounts.switchedOn')}
      onClose={onClose}
    >
      {off ? <Effects accountId={account.id} text="accounts.switchOffEffects" /> : <p>{t('accounts.switchOnBody')}</p>}
    </ConfirmDialog>
  );
}
