/** Asks for the name before an account is deleted, and says what is deleted with it. */
import type { Account } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { Effects } from './Effects.tsx';

type Props = { account: Account; opened: boolean; onClose: () => void };

export function DeleteAccount({ account, opened, onClose }: Props) {
  const t = useText();
  const go = useGo();
  return (
    <ConfirmDelete
      record={opened ? account : null}
      title={({ name }) => t('accounts.deleteTitle', { name })}
      act={t('accounts.delete')}
      word={({ name }) => name}
      remove={({ id }) => change('DELETE /account/ui-api/v1/account/{id}', { params: { id } })}
      deleted="accounts.deleted"
      onClose={onClose}
      onDeleted={() => go(paths.accounts())}
    >
      <Effects accountId={account.id} text="accounts.deleteEffects" />
    </ConfirmDelete>
  );
}
