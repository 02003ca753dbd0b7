/** The dialogs of what can be done to an account: loaded when its menu is opened. */
import type { Account, AccountRow } from '@signet/contract/areas/accounts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { LinkAccount } from './LinkAccount.tsx';
import { ReassignAccount } from './ReassignAccount.tsx';
import { SwitchAccount } from './SwitchAccount.tsx';

type Props = {
  account: AccountRow;
  opened: Exclude<keyof Account['why_not'], 'edit'> | null;
  onClose: () => void;
  onDeleted?: () => void;
};

export default function AccountActs({ account, opened, onClose, onDeleted }: Props) {
  return (
    <>
      <SwitchAccount account={account} opened={opened === 'switch'} onClose={onClose} />
      <ReassignAccount account={account} opened={opened === 'reassign'} onClose={onClose} />
      <LinkAccount account={account} opened={opened === 'link'} onClose={onClose} />
      <DeleteAccount
        account={account}
        opened={opened === 'delete'}
        onClose={onClose}
        {...(onDeleted ? { onDeleted } : {})}
      />
    </>
  );
}
