/** Gives a customer to another partner, or to none, after saying what follows. */
import { Button, Modal } from '@mantine/core';
import type { Account } from '@signet/contract/areas/accounts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { AccountPicker } from '../../shell/AccountPicker.tsx';
import { Effects } from './Effects.tsx';
import { useAccountAct } from './use-account-act.ts';
import css from './accounts.module.css';

export function ReassignAccount({ account, opened, onClose }: { account: Account; opened: boolean; onClose: () => void }) {
  const t = useText();
  return (
    <Modal opened={opened} onClose={onClose} title={t('accounts.reassignTitle', { name: account.display_name })} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Choice account={account} onClose={onClose} />
    </Modal>
  );
}

function Choice({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useText();
  const { busy, run } = useAccountAct(onClose);
  const [partner, setPartner] = useState(account.partner_account_id ?? '');
  const give = (id: string | null) => run(() => call('PUT /account/ui-api/v1/account/{id}/partner', { params: { id: account.id }, body: { partner_account_id: id } }), 'accounts.reassigned');
  const same = partner === '' || partner === account.partner_account_id;
  return (
    <div className={css.dialog}>
      <Effects accountId={account.id} text="accounts.reassignEffects" />
      <AccountPicker id="new-partner" name="partner" label={t('accounts.newPartner')} type="partner" value={partner} onChange={setPartner} onBlur={() => undefined} error={null} aria-invalid={false} description={same ? t('accounts.chooseAnother') : null} />
      <div className={css.acts}>
        {account.partner_account_id !== null && <Button loading={busy} onClick={() => void give(null)}>{t('accounts.noPartner')}</Button>}
        <Button variant="filled" loading={busy} disabled={same} onClick={() => void give(partner)}>{t('accounts.reassign')}</Button>
      </div>
    </div>
  );
}
