/** Changes the PIN of a token, or sets a new one by the PIN that resets it. What was refused stands under its field. */
import type { Token } from '@signet/contract/assistant/key-stores';
import { whyNotPin } from '@signet/contract/rules';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { InAssistant } from '../../shell/assistant/InAssistant.tsx';
import { placeOf } from './inventory.ts';
import css from './keys.module.css';
import { useCommand } from '../../shell/assistant/use-command.ts';

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
  const isOther = again !== '' && again !== chosen;
  // Where there is none yet, the assistant asks for a word instead.
  const hasPresent = act === 'resetpin' || token.pin_state !== 'not_needed';
  const resetsBy = token.keystore === 'yubikey' ? 'puk' : 'present';
  // It asks its person before a try that may lock the token, too.
  const mayAsk = !hasPresent || token.pin_tries !== 'unlimited';
  // The assistant has one code for every wrong secret.
  const isWrongPuk = act === 'resetpin' && resetsBy === 'puk' && problem?.status === 'CKR_PIN_INCORRECT';
  const refused = { present: problem?.pin === 'pin' && hasPresent, chosen: problem?.pin === 'new_pin' };
  const isReady = (present !== '' || !hasPresent) && chosen !== '' && !isBad && again === chosen;
  const change = async () => {
    const place = placeOf(token);
    const pin = hasPresent ? { pin: present } : {};
    if (act === 'changepin') await assistant.ask('changepin', { ...place, ...pin, new_pin: chosen });
    else await assistant.ask('resetpin', { ...place, so_pin: present, new_pin: chosen });
    return undefined;
  };
  const said = (text: string | undefined) => <AtOnce>{text}</AtOnce>;
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
        {problem && !refused.present && !refused.chosen && <Banner tone="bad">{problem.text}</Banner>}
        {hasPresent && (
          <PasswordField
            {...field}
            label={t(act === 'resetpin' ? `keys.resetpin.${resetsBy}` : 'keys.changepin.present')}
            value={present}
            error={isWrongPuk ? said(t('keys.resetpin.pukWrong')) : refused.present ? said(problem?.text) : null}
            aria-invalid={refused.present}
            onChange={(event) => {
              forget();
              setPresent(event.currentTarget.value);
            }}
          />
        )}
        <PasswordField
          {...field}
          label={t('keys.newPin')}
          description={isBad || refused.chosen ? null : t('keys.pinRule')}
          value={chosen}
          error={isBad ? t('keys.pinRule') : refused.chosen ? said(problem?.text) : null}
          aria-invalid={isBad || refused.chosen}
          onChange={(event) => {
            forget();
            setChosen(event.currentTarget.value);
          }}
        />
        <PasswordField
          {...field}
          label={t('keys.newPinAgain')}
          value={again}
          error={isOther ? t('keys.pinsDiffer') : null}
          aria-invalid={isOther}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <InAssistant isAsking={busy && mayAsk} />
      </div>
    </ConfirmDialog>
  );
}
