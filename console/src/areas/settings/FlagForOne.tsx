/** Switches a feature flag for one account or one person, whatever holds for the platform. */
import { Radio, Stack } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/text.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { PersonPicker } from '../../shell/person/PersonPicker.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Dialog } from '../../shell/dialog/Dialog.tsx';
import { DialogFooter } from '../../shell/dialog/DialogFooter.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import css from './feature-flags.module.css';

type Whose = 'account' | 'person';

type Props = {
  /** For whom it is switched. */
  whose: Whose;
  /** The name of the flag in words. */
  feature: string;
  /** What is chosen first: the other state than the platform's. */
  proposed: boolean;
  opened: boolean;
  onClose: () => void;
  /** Switches it. */
  onChosen: (id: string, enabled: boolean) => Promise<unknown>;
};

export function FlagForOne({ feature, whose, opened, onClose, ...rest }: Props) {
  const t = useText();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(whose === 'account' ? 'flags.forAccount' : 'flags.forPerson', { feature })}
    >
      <Choice whose={whose} opened={opened} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Choice({ whose, proposed, opened, onClose, onChosen }: Omit<Props, 'feature'>) {
  const t = useText();
  const [id, setId] = useState('');
  const [enabled, setEnabled] = useState(proposed);
  const [tried, setTried] = useState(false);
  const { busy, run } = useAct(opened, onClose);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (id !== '') await run(() => onChosen(id, enabled), 'flags.saved');
  }
  const isMissing = tried && id === '';
  const field = {
    id: `flag-${whose}`,
    name: whose,
    label: t(whose === 'account' ? 'accounts.one' : 'list.person'),
    value: id,
    onChange: setId,
    onBlur: () => undefined,
    error: isMissing ? (
      <AtOnce>
        <FieldError>{t(whose === 'account' ? 'flags.chooseFirst' : 'flags.choosePersonFirst')}</FieldError>
      </AtOnce>
    ) : null,
    'aria-invalid': isMissing,
    description: null,
  };
  return (
    <form className={css.dialog} noValidate onSubmit={(event) => void submit(event)}>
      {whose === 'person' && <PersonPicker {...field} />}
      {whose === 'account' && (
        <Allowed access={ACCESS.accounts.view}>
          <AccountPicker {...field} />
        </Allowed>
      )}
      <Radio.Group
        value={enabled ? 'on' : 'off'}
        onChange={(chosen) => setEnabled(chosen === 'on')}
        label={t(whose === 'account' ? 'accounts.event.flag' : 'accounts.event.flagOfPerson')}
      >
        <Stack gap={10} mt={6}>
          <Radio value="on" label={t('accounts.on')} />
          <Radio value="off" label={t('accounts.off')} />
        </Stack>
      </Radio.Group>
      <DialogFooter submit={t('form.saveChanges')} busy={busy} onCancel={onClose} />
    </form>
  );
}
