/** What stands between the page and the assistant: a screen for each cause, with what helps. */
import { Button } from '@mantine/core';
import {
  IconAlertCircle,
  IconBan,
  IconDownload,
  IconHandStop,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconShieldQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { Trouble, TroubleKind } from '../../assistant/connection.ts';
import type { Connector } from '../../assistant/connector.ts';
import { useText } from '../../i18n/text.ts';
import { AssistantScreen } from './AssistantScreen.tsx';
import { useConnection } from './assistant.ts';
import { DownloadAssistant } from './DownloadAssistant.tsx';
import { statusText } from './problem-text.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const ICONS: Record<TroubleKind, Icon> = {
  not_installed: IconDownload,
  not_running: IconPlugConnectedX,
  failed_handshake: IconAlertCircle,
  failed_initialize: IconAlertCircle,
  failed_hostname: IconAlertCircle,
  other_assistant: IconShieldQuestion,
  blocked_insecure: IconBan,
  blocked_denied: IconBan,
  blocked_browser: IconBan,
  permission_needed: IconHandStop,
};

type Props = { assistant: Connector; trouble: Trouble };

export function TroubleScreen({ assistant, trouble }: Props) {
  const t = useText();
  const { kind, status } = trouble;
  const { busy } = useConnection(assistant);
  const { host } = location;
  return (
    <AssistantScreen
      key={kind}
      isFailure={kind !== 'permission_needed'}
      icon={ICONS[kind]}
      title={t(`assistant.${kind}.title`)}
      text={kind === 'failed_initialize' && status ? statusText(status) : t(`assistant.${kind}.text`, { host })}
      actions={<Actions assistant={assistant} trouble={trouble} />}
      live={busy === 'launching' ? t('assistant.starting') : null}
      {...(kind === 'blocked_denied' && {
        help: {
          title: t('assistant.blocked_denied.help'),
          steps: [
            { key: 'settings', step: t('assistant.blocked_denied.step1', { host }) },
            { key: 'allow', step: t('assistant.blocked_denied.step2') },
            { key: 'again', step: t('assistant.blocked_denied.step3') },
          ],
        },
      })}
    />
  );
}

function Actions({ assistant, trouble: { kind, retryAfter } }: Props) {
  const t = useText();
  const { busy } = useConnection(assistant);
  const left = useSecondsLeft(retryAfter);
  const again = (
    <Button loading={busy === 'checking'} onClick={() => void assistant.check()}>
      {t('assistant.checkAgain')}
    </Button>
  );
  if (kind === 'permission_needed')
    return (
      <Button variant="filled" loading={busy === 'checking'} onClick={() => void assistant.allow()}>
        {t('assistant.continue')}
      </Button>
    );
  // It may have ended by now. Where it is there, the gate begins anew by itself.
  if (kind === 'failed_initialize' || kind === 'failed_handshake')
    return (
      <Button variant="filled" disabled={left > 0} loading={busy === 'checking'} onClick={() => void assistant.check()}>
        {left > 0 ? t('assistant.retryIn', { seconds: left }) : t('common.tryAgain')}
      </Button>
    );
  if (kind === 'other_assistant')
    return (
      <>
        {again}
        <Button onClick={() => void assistant.pairAnew()}>{t('assistant.pairAnew')}</Button>
      </>
    );
  if (kind !== 'not_running' && kind !== 'not_installed') return again;
  return (
    <>
      {kind === 'not_running' && <StartAssistant assistant={assistant} isFirst />}
      <DownloadAssistant isFirst={kind === 'not_installed'} />
      {kind === 'not_installed' && <StartAssistant assistant={assistant} />}
      {again}
    </>
  );
}

/** Opens the assistant where it is installed; again for whoever has sent the browser's question away. */
export function StartAssistant({ assistant, isFirst = false }: { assistant: Connector; isFirst?: boolean }) {
  const t = useText();
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
      onClick={assistant.launch}
    >
      {t('assistant.start')}
    </Button>
  );
}
