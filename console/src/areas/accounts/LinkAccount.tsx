/** Links an account to the external identity service. */
import type { AccountRow } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Dialog } from '../../shell/dialog/Dialog.tsx';
import { DialogFooter } from '../../shell/dialog/DialogFooter.tsx';
import { checkFederation, FEDERATION_LABELS, FederationFields, legal } from './FederationFields.tsx';
import css from './accounts.module.css';

export function LinkAccount({
  account,
  opened,
  onClose,
}: {
  account: AccountRow;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('accounts.linkTitle', { name: account.display_name })}>
      <LinkForm account={account} onClose={onClose} />
    </Dialog>
  );
}

function LinkForm({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useText();
  const shell = useFormShell({
    fields: FEDERATION_LABELS,
    initial: {
      federated_account_id: '',
      federated_account_name: legal(account.name),
      federated_account_details_url: '',
    },
    check: checkFederation,
    submit: async (body) => {
      await change('POST /account/ui-api/v1/account/{id}/link', { params: { id: account.id }, body });
      notify({ type: 'success', message: 'accounts.linkedNow', translateMessage: true });
      onClose();
    },
  });
  return (
    <form className={css.dialog} noValidate onSubmit={shell.onSubmit}>
      <p>{t('accounts.linkBody')}</p>
      <FederationFields field={shell.field} />
      <DialogFooter submit={t('accounts.link')} busy={shell.busy} onCancel={onClose} />
    </form>
  );
}
