/** Changes the PIN of a token, or sets a new one by the PIN that resets it. What was refused stands under its field. */
import { PasswordInput } from '@mantine/core';
import type { Token } from '@signet/contract/assistant/key-stores';
import { whyNotPin } from '@signet/contract/rules';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { placeOf } from './inventory.ts';
import css from './keys.module.css';
import { useCommand } from './use-command.ts';

type Props = {
  token: Token;
  act: 'changepin' | 'resetpin';
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
};

export function PinDialog({ token, act, opened, onClose, onDone }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { busy, problem, run, forget } = useCommand(onDone);
  const [present, setPresent] = useState('');
  const [chosen, setChosen] = useState('');
  const [again, setAgain] = useState('');
  const isBad = chosen !== '' && whyNotPin(chosen) !== null;
  const refused = problem?.field === 'chosen' ? problem.text : null;
  const whyNotChosen = isBad ? t('keys.pinRule') : refused;
  const isOther = again !== '' && again !== chosen;
  const isReady = present !== '' && chosen !== '' && !isBad && again === chosen;
  const change = async () => {
    const place = placeOf(token);
    if (act === 'changepin') await assistant.ask('changepin', { ...place, pin: present, new_pin: chosen });
    else await assistant.ask('resetpin', { ...place, so_pin: present, new_pin: chosen });
    return undefined;
  };
  const field = { autoComplete: 'off', maxLength: 255, required: true, withAsterisk: false } as const;
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`keys.${act}.title`, { name: token.label })}
      act={t(`keys.act.${act}`)}
      whyNotYet={isReady ? null : t('keys.pinsNeeded')}
      busy={busy}
      onConfirm={() => void run(change, 'keys.pinChanged')}
      onClose={onClose}
    >
      <div className={css.fields}>
        {problem?.field === null && <Banner tone="bad">{problem.text}</Banner>}
        <PasswordInput
          {...field}
          label={t(`keys.${act}.present`)}
          value={present}
          error={problem?.field === 'present' ? problem.text : null}
          aria-invalid={problem?.field === 'present'}
          onChange={(event) => {
            forget();
            setPresent(event.currentTarget.value);
          }}
        />
        <PasswordInput
          {...field}
          label={t('keys.newPin')}
          description={whyNotChosen === null ? t('keys.pinRule') : null}
          value={chosen}
          error={whyNotChosen}
          aria-invalid={whyNotChosen !== null}
          onChange={(event) => {
            forget();
            setChosen(event.currentTarget.value);
          }}
        />
        <PasswordInput
          {...field}
          label={t('keys.newPinAgain')}
          value={again}
          error={isOther ? t('keys.pinsDiffer') : null}
          aria-invalid={isOther}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
