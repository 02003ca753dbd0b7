/** Switches a feature flag for one account, whatever holds for the platform. */
import { Button, Radio, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/text.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Dialog } from '../../shell/dialog/Dialog.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { SubmitButton } from '../../ui/FormFooter.tsx';
import css from './feature-flags.module.css';

type Props = {
  /** The name of the flag in words. */
  feature: string;
  /** What is chosen first: the other state than the platform's. */
  proposed: boolean;
  opened: boolean;
  onClose: () => void;
  /** Switches it. */
  onChosen: (accountId: string, enabled: boolean) => Promise<unknown>;
};

export function FlagForAccount({ feature, opened, onClose, ...rest }: Props) {
  const t = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('flags.forAccount', { feature })}>
      <Choice opened={opened} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Choice({ proposed, opened, onClose, onChosen }: Omit<Props, 'feature'>) {
  const t = useText();
  const [account, setAccount] = useState('');
  const [enabled, setEnabled] = useState(proposed);
  const [tried, setTried] = useState(false);
  const { busy, run } = useAct(opened, onClose);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (account !== '') await run(() => onChosen(account, enabled), 'flags.saved');
  }
  return (
    <form className={css.dialog} noValidate onSubmit={(event) => void submit(event)}>
      <AccountPicker
        id="flag-account"
        name="account"
        label={t('accounts.one')}
        value={account}
        onChange={setAccount}
        onBlur={() => undefined}
        error={tried && account === '' ? <FieldError>{t('flags.chooseFirst')}</FieldError> : null}
        aria-invalid={tried && account === ''}
        description={null}
      />
      <Radio.Group
        value={enabled ? 'on' : 'off'}
        onChange={(chosen) => setEnabled(chosen === 'on')}
        label={t('accounts.event.flag')}
      >
        <Stack gap={10} mt={6}>
          <Radio value="on" label={t('accounts.on')} />
          <Radio value="off" label={t('accounts.off')} />
        </Stack>
      </Radio.Group>
      <div className={css.acts}>
        <Button size="sm" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <SubmitButton size="sm" submit={t('form.saveChanges')} busy={busy} />
      </div>
    </form>
  );
}
