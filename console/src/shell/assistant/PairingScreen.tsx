/** The digits that the person types into the assistant, so that it answers this site from now on. */
import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { AssistantScreen } from './AssistantScreen.tsx';
import css from './assistant.module.css';

export function PairingScreen({ number, onCancel }: { number: string; onCancel: () => void }) {
  const t = useText();
  return (
    <AssistantScreen
      icon={IconShieldLock}
      title={t('assistant.pairing.title')}
      text={t('assistant.pairing.text')}
      live={t('assistant.pairing.live')}
      actions={<Button onClick={onCancel}>{t('common.cancel')}</Button>}
      help={{
        title: t('assistant.helpTitle'),
        steps: [
          { key: 'window', step: t('assistant.pairing.step1') },
          { key: 'own', step: t('assistant.pairing.step2') },
          { key: 'once', step: t('assistant.pairing.step3') },
        ],
      }}
    >
      <output className={css.number} aria-label={t('assistant.pairing.number')}>
        <span>{number.slice(0, 3)}</span>
        <span>{number.slice(3)}</span>
      </output>
    </AssistantScreen>
  );
}
