/** The dialogs of what can be done to an account: loaded when its menu is opened. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { LinkAccount } from './LinkAccount.tsx';
import { ReassignAccount } from './ReassignAccount.tsx';
import { SwitchAccount } from './SwitchAccount.tsx';

export type Act = 'switch' | 'reassign' | 'link' | 'delete';
type Props = {
  account: AccountRow;
  opened: Act | null;
  /** Puts away the question of this act; by the time its answer comes another one may be asked. */
  onClose: (act: Act) => void;
  onDeleted?: () => void;
};

export default function AccountActs({ account, opened, onClose, onDeleted }: Props) {
  return (
    <>
      <SwitchAccount account={account} opened={opened === 'switch'} onClose={() => onClose('switch')} />
      <ReassignAccount account={account} opened={opened === 'reassign'} onClose={() => onClose('reassign')} />
      <LinkAccount account={account} opened={opened === 'link'} onClose={() => onClose('link')} />
      <DeleteAccount
        account={account}
        opened={opened === 'delete'}
        onClose={() => onClose('delete')}
        {...(onDeleted ? { onDeleted } : {})}
      />
    </>
  );
}
