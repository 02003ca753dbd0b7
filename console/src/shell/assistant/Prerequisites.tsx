/** What holds before the assistant is asked at all: the platform offers it, and to computers with this system. */
import { IconBan, IconDeviceDesktopOff } from '@tabler/icons-react';
import { isSupportedSystem } from '@signet/contract/assistant/prerequisites';
import { useQuery } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { asFailure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { AssistantContext, assistantSettings, ownConnector, type AssistantSettings } from './assistant.ts';
import { AssistantScreen } from './AssistantScreen.tsx';

/** `frame`: what stands around a screen of these. */
type Frame = (screen: ReactNode) => ReactNode;
type Props = { frame?: Frame; children: ReactNode };

export function Prerequisites({ frame = (screen) => screen, children }: Props) {
  const t = useText();
  const { data, error, refetch } = useQuery(assistantSettings);
  if (data)
    return (
      <Offered settings={data} frame={frame}>
        {children}
      </Offered>
    );
  if (!error) return frame(<Busy lines={3} />);
  const message = problemText(asFailure(error));
  return frame(<Failed title={t('assistant.unread')} message={message} onRetry={() => void refetch()} />);
}

type OfferedProps = { settings: AssistantSettings; frame: Frame; children: ReactNode };

function Offered({ settings: { enabled, linux, port }, frame, children }: OfferedProps) {
  const t = useText();
  // A test brings a connection of its own.
  const connector = use(AssistantContext) ?? ownConnector(port);
  if (!enabled)
    return frame(
      <AssistantScreen
        isFailure
        icon={IconBan}
        title={t('assistant.disabled.title')}
        text={t('assistant.disabled.text')}
      />,
    );
  if (!isSupportedSystem(connector.system, { linux }))
    return frame(
      <AssistantScreen
        isFailure
        icon={IconDeviceDesktopOff}
        title={t('assistant.unsupported_system.title')}
        text={t('assistant.unsupported_system.text', { linux: linux ? 'yes' : 'no' })}
      />,
    );
  return <AssistantContext value={connector}>{children}</AssistantContext>;
}
