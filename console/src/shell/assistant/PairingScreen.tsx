/**
 * The digits that the person types into the assistant, so that it answers this site from now on. Who doesn't see them
 * hears them from the gate.
 */
import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { AssistantScreen } from './AssistantScreen.tsx';
import css from './assistant.module.css';

/** Three digits and three: they are read, typed and spoken so. */
export const halvesOf = (number: string): readonly string[] => [number.slice(0, 3), number.slice(3)];

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
      <div className={css.number} role="group" aria-label={t('assistant.pairing.number')}>
        {halvesOf(number).map((half, index) => (
          <span key={index}>{half}</span>
        ))}
      </div>
    </AssistantScreen>
  );
}
