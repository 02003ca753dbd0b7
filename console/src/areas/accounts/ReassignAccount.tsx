/** Gives a customer to another partner, or to none, after saying what follows of the choice. */
import { Button, Modal, Radio, Stack } from '@mantine/core';
import type { AccountRow } from '@signet/contract/areas/accounts';
import { useState, type FormEvent } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import { Effects } from './Effects.tsx';
import { PartnerPicker } from './PartnerPicker.tsx';
import css from './accounts.module.css';

export function ReassignAccount({
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
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('accounts.reassignTitle', { name: account.display_name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Choice account={account} onClose={onClose} />
    </Modal>
  );
}

/** Nothing is sent before the choice is made and its consequence has been read. */
function Choice({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useText();
  const { busy, run } = useAct(onClose);
  const present = account.partner_account_name;
  const [way, setWay] = useState<'give' | 'none'>('give');
  const [partner, setPartner] = useState('');
  const missing = way === 'give' && (partner === '' || partner === account.partner_account_id);
  const [tried, setTried] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (missing || busy) return;
    await run(
      () =>
        change('PUT /account/ui-api/v1/account/{id}/partner', {
          params: { id: account.id },
          body: { partner_account_id: way === 'none' ? null : partner },
        }),
      way === 'none' ? 'accounts.partnerTaken' : 'accounts.reassigned',
    );
  }
  const picker = (
    <PartnerPicker
      id="new-partner"
      value={partner}
      onChange={setPartner}
      error={tried && missing ? t('accounts.chooseAnother') : null}
    />
  );
  return (
    <form className={css.dialog} noValidate onSubmit={(event) => void submit(event)}>
      <p>{present === null ? t('accounts.partnerNone') : t('accounts.partnerNow', { partner: present })}</p>
      {present === null ? (
        picker
      ) : (
        <Radio.Group
          value={way}
          onChange={(chosen) => setWay(chosen === 'none' ? 'none' : 'give')}
          label={t('accounts.partner')}
        >
          <Stack gap={10} mt={6}>
            <Radio value="give" label={t('accounts.otherPartner')} />
            {way === 'give' && <div className={css.under}>{picker}</div>}
            <Radio value="none" label={t('accounts.noPartner')} />
          </Stack>
        </Radio.Group>
      )}
      {(way === 'none' || !missing) && (
        <Effects
          accountId={account.id}
          text={
            way === 'none'
              ? 'accounts.partnerTakenEffects'
              : present === null
                ? 'accounts.partnerGivenEffects'
                : 'accounts.reassignEffects'
          }
          params={{ partner: present ?? '' }}
        />
      )}
      <div className={css.acts}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <SubmitButton
          size="sm"
          submit={t(
            way === 'none' ? 'accounts.takePartner' : present === null ? 'accounts.givePartner' : 'accounts.reassign',
          )}
          busy={busy}
          {...(way === 'none' ? { color: 'danger' } : {})}
        />
      </div>
    </form>
  );
}
