import { IconPlugConnected } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { AssistantScreen } from './AssistantScreen.tsx';

/** While nobody knows yet whether the program is there. */
export function Looking() {
  const t = useText();
  return (
    <AssistantScreen
      icon={IconPlugConnected}
      title={t('assistant.looking.title')}
      text={t('assistant.looking.text')}
      live={t('assistant.looking.live')}
    />
  );
}
