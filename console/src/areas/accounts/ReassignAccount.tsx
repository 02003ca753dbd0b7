/** Gives a customer to another partner, or to none, after saying what follows of the choice. */
import { Radio, Stack } from '@mantine/core';
import type { AccountRow } from '@signet/contract/areas/accounts';
import { useState, type FormEvent } from 'react';
import { change, invalidate } from '../../api/change.ts';
import { asFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { useAccountWhatIf } from '../../shell/licenses/account-what-if.ts';
import { WhatIfOf } from '../../shell/licenses/AccountWhatIf.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Dialog } from '../../shell/dialog/Dialog.tsx';
import { DialogFooter } from '../../shell/dialog/DialogFooter.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { Effects } from './Effects.tsx';
import PartnerPicker from './PartnerPicker.tsx';
import css from './accounts.module.css';

const GIVE = 'PUT /account/ui-api/v1/account/{id}/partner';
/** What it is refused with where the other partner has not enough of some license, for its own or for the account. */
const SHORT = ['LICENSE_PARTNER_SHORT', 'LICENSE_PARTNER_LIMITED', 'LICENSE_USED_UP'];

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
    <Dialog opened={opened} onClose={onClose} title={t('accounts.reassignTitle', { name: account.display_name })}>
      <Choice account={account} onClose={onClose} />
    </Dialog>
  );
}

/** Nothing is sent before the choice is made and its consequence has been read. */
function Choice({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useText();
  const { busy, run } = useAct();
  const present = account.partner_account_name;
  const [way, setWay] = useState<'give' | 'none'>('give');
  const [partner, setPartner] = useState('');
  const missing = way === 'give' && (partner === '' || partner === account.partner_account_id);
  const [tried, setTried] = useState(false);
  const whatIf = useAccountWhatIf(account.id, 'reassign', way === 'none' ? null : partner, !missing);
  // The one that is chosen has too little for the account's licenses.
  const short = !missing && (whatIf.data?.shortages.length ?? 0) > 0;
  async function give() {
    try {
      await change(GIVE, {
        params: { id: account.id },
        body: {
          partner_account_id: way === 'none' ? null : partner,
          old_partner_account_id: account.partner_account_id,
        },
      });
    } catch (thrown) {
      // Licenses were given out meanwhile: the choice stays, with the list of all that is short now.
      if (SHORT.includes(asFailure(thrown).status)) await invalidate([GIVE]);
      else onClose();
      throw thrown;
    }
    onClose();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (missing || short || busy) return;
    await run(give, way === 'none' ? 'accounts.partnerTaken' : 'accounts.reassigned');
  }
  const picker = (
    <PartnerPicker
      id="new-partner"
      value={partner}
      onChange={setPartner}
      error={tried && missing ? <AtOnce>{t('accounts.chooseAnother')}</AtOnce> : null}
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
      {!missing && (
        <>
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
          <WhatIfOf act="reassign" query={whatIf} />
        </>
      )}
      <DialogFooter
        submit={t(
          way === 'none' ? 'accounts.takePartner' : present === null ? 'accounts.givePartner' : 'accounts.reassign',
        )}
        busy={busy}
        reason={short ? t('licenses.whatIf.refusedPartner') : null}
        danger={way === 'none'}
        onCancel={onClose}
      />
    </form>
  );
}
