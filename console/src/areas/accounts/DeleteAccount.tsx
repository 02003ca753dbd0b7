/** Asks for the name before an account is deleted, and says what is deleted with it. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { AccountWhatIf } from '../../shell/licenses/AccountWhatIf.tsx';
import { DeleteEffects } from './Effects.tsx';

type Props = { account: AccountRow; opened: boolean; onClose: () => void; onDeleted?: () => void };

export function DeleteAccount({ account, opened, onClose, onDeleted }: Props) {
  const t = useText();
  return (
    <ConfirmDelete
      record={opened ? account : null}
      title={({ name }) => t('accounts.deleteTitle', { name })}
      act={t('accounts.delete')}
      word={({ name }) => name}
      remove={({ id }) => change('DELETE /account/ui-api/v1/account/{id}', { params: { id } })}
      deleted="accounts.deleted"
      onClose={onClose}
      {...(onDeleted ? { onDeleted } : {})}
    >
      <DeleteEffects accountId={account.id} />
      <AccountWhatIf accountId={account.id} act="delete" />
    </ConfirmDelete>
  );
}
