/** Shows what needs the software key store once that can be used; before that why not, and how it is initialized. */
import { Button } from '@mantine/core';
import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { AssistantScreen } from './AssistantScreen.tsx';
import { useAssistant } from './assistant.ts';
import { assistantProblemText } from './problem-text.ts';

type Props = { children: ReactNode; frame: (screen: ReactNode) => ReactNode };

export function SoftwareKeyStore({ children, frame }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { data, error, refetch } = useQuery({
    queryKey: ['assistant', 'config'],
    queryFn: () => assistant.ask('config', {}),
    gcTime: 0,
    retry: false,
  });
  const again = <Button onClick={() => void refetch()}>{t('assistant.checkAgain')}</Button>;
  if (!data && error)
    return frame(
      <AssistantScreen
        isFailure
        icon={IconKeyOff}
        title={t('assistant.software_unread.title')}
        text={assistantProblemText(error)}
        actions={again}
      />,
    );
  if (!data) return frame(<Busy lines={2} />);
  // What is known from before holds until it is known better.
  const notRead = error && <Banner tone="bad">{assistantProblemText(error)}</Banner>;
  const store = data.key_stores.find(({ type }) => type === 'software');
  if (!store?.enabled || !store.available) {
    const fault = store?.enabled === false ? 'software_disabled' : 'software_unavailable';
    return frame(
      <AssistantScreen
        isFailure
        icon={IconKeyOff}
        title={t(`assistant.${fault}.title`)}
        text={t(`assistant.${fault}.text`)}
        actions={again}
      >
        {notRead}
      </AssistantScreen>,
    );
  }
  if (store.initialized) return children;
  return frame(
    <>
      {notRead}
      {notRead && again}
      <InitializeKeyStore onDone={() => void refetch()} />
    </>,
  );
}

/** How the software key store gets its PINs. */
export function InitializeKeyStore({ onDone }: { onDone: () => void }) {
  const t = useText();
  const assistant = useAssistant();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function initialize(): Promise<void> {
    setAsking(true);
    setProblem(null);
    try {
      // Both PINs are chosen in the assistant: no page sees them.
      await assistant.ask('initToken', { keystore: 'software', label: t('assistant.keyStoreName') });
      onDone();
    } catch (error) {
      setProblem(assistantProblemText(error));
    } finally {
      setAsking(false);
    }
  }
  return (
    <AssistantScreen
      icon={IconKey}
      title={t('assistant.software_uninitialized.title')}
      text={t('assistant.software_uninitialized.text')}
      live={isAsking ? t('assistant.inAssistant') : null}
      actions={
        <Button variant="filled" loading={isAsking} onClick={() => void initialize()}>
          {t('assistant.initialize')}
        </Button>
      }
      help={{
        title: t('assistant.initialize.help'),
        steps: [
          { key: 'choose', step: t('assistant.initialize.step1') },
          { key: 'pin', step: t('assistant.initialize.step2') },
          { key: 'reset', step: t('assistant.initialize.step3') },
        ],
      }}
    >
      {problem && <Banner tone="bad">{problem}</Banner>}
    </AssistantScreen>
  );
}
