/** Makes a token ready that has never been used: its name is given here, its PINs are chosen in the assistant. */
import { TextInput } from '@mantine/core';
import type { Token } from '@signet/contract/assistant/key-stores';
import { isTokenLabel } from '@signet/contract/assistant/token-label';
import { useState } from 'react';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { useAssistant } from './assistant.ts';
import css from './assistant.module.css';
import { InAssistant } from './InAssistant.tsx';
import { useCommand } from './use-command.ts';

type Props = {
  token: Token;
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
  /** Where the page can reset a PIN as well, it says when that is the way. */
  resets?: boolean;
};

export function InitToken({ token, opened, onClose, onDone, resets = false }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { busy, problem, run, forget } = useCommand(onDone);
  const [name, setName] = useState('');
  const label = name.trim();
  const isBad = !isTokenLabel(label);
  const initialize = async () => {
    // Both PINs are chosen in the assistant: no page sees them.
    await assistant.ask('initToken', { keystore: token.keystore, token: token.serial, label });
    return { name: label };
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('keys.initToken.title', { name: token.label || token.serial })}
      act={t('keys.act.initToken')}
      whyNotYet={label === '' || isBad ? t('keys.initToken.nameNeeded') : null}
      busy={busy}
      onConfirm={() => void run(initialize, 'keys.initToken.done')}
      onClose={onClose}
    >
      <div className={css.fields}>
        <p>
          {t('keys.initToken.body')}
          {resets && sentenceGap() + t('keys.initToken.used')}
        </p>
        {problem && <Banner tone="bad">{problem.text}</Banner>}
        <TextInput
          label={t('keys.initToken.name')}
          value={name}
          required
          withAsterisk={false}
          autoComplete="off"
          error={isBad ? t('keys.initToken.tooLong') : null}
          onChange={(event) => {
            forget();
            setName(event.currentTarget.value);
          }}
        />
        <InAssistant isAsking={busy} />
      </div>
    </ConfirmDialog>
  );
}
