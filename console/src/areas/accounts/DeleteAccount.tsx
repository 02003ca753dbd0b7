/** Asks for the name before an account goes, and says what goes with it. */
import type { Account } from '@signet/contract/areas/accounts';
import { call } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { Effects } from './Effects.tsx';
import { useAccountAct } from './use-account-act.ts';

export function DeleteAccount({
  account,
  opened,
  onClose,
}: {
  account: Account;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const go = useGo();
  const { busy, run } = useAccountAct(onClose);
  async function remove() {
    const done = await run(async () => {
      await call('DELETE /account/ui-api/v1/account/{id}', { params: { id: account.id } });
      go(paths.accounts());
    }, 'accounts.deleted');
    return done;
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('accounts.deleteTitle', { name: account.name })}
      act={t('accounts.delete')}
      word={account.name}
      danger
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Effects accountId={account.id} text="accounts.deleteEffects" />
    </ConfirmDialog>
  );
}
