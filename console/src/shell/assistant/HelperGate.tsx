/**
 * Shows what needs the desktop helper, which is the trust assistant from 3.3.1 on, once that is there (S-178). Unlike
 * the connector it never gives up: it looks every five seconds until the helper is there (S-179).
 */
import { Button } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconPlugConnectedX } from '@tabler/icons-react';
import { higherMinimum, MINIMUM_VERSIONS, whyNotVersion } from '@signet/contract/assistant/prerequisites';
import { useEffect, useState, type ReactNode } from 'react';
import type { Connection, Trouble } from '../../assistant/connection.ts';
import { FOREIGN_PROGRAM } from '../../assistant/door.ts';
import { useText } from '../../i18n/text.ts';
import { AssistantScreen } from './AssistantScreen.tsx';
import { useAssistant, useConnection, useDemandedVersion } from './assistant.ts';
import { DownloadAssistant } from './DownloadAssistant.tsx';
import { Looking } from './Looking.tsx';
import { Prerequisites } from './Prerequisites.tsx';
import { StartAssistant, TroubleScreen } from './TroubleScreen.tsx';
import { VersionScreen } from './VersionScreen.tsx';

type Props = { children: ReactNode };

export function HelperGate({ children }: Props) {
  return (
    <Prerequisites>
      <Helped>{children}</Helped>
    </Prerequisites>
  );
}

const faultOf = ({ hello }: Connection, minimum: string) => hello && whyNotVersion(hello.version, minimum);

function Helped({ children }: Props) {
  const assistant = useAssistant();
  const connection = useConnection(assistant);
  const { state, hello, trouble } = connection;
  const minimum = higherMinimum(MINIMUM_VERSIONS.helper, useDemandedVersion());
  const fault = faultOf(connection, minimum);
  const isThere = (state === 'running' || state === 'initialized') && !fault;
  useEffect(() => (isThere ? undefined : assistant.keepLooking()), [assistant, isThere]);
  const [wasThere, setWasThere] = useState(false);
  if (isThere && !wasThere) setWasThere(true);
  return (
    <>
      {!isThere && fault && hello && <VersionScreen fault={fault} version={hello.version} minimum={minimum} />}
      {!isThere && !fault && <NotThere trouble={trouble} />}
      {/* What was typed in there is still there when the helper is back. */}
      {wasThere && <div hidden={!isThere}>{children}</div>}
    </>
  );
}

function NotThere({ trouble }: { trouble: Trouble | null }) {
  const assistant = useAssistant();
  if (!trouble) return <Looking />;
  const { kind, status } = trouble;
  // Somebody answers who is not the helper.
  if (kind === 'failed_hostname' && status === FOREIGN_PROGRAM) return <Missing kind="generic_error" />;
  // What the browser holds back is not the helper's fault, and where this page is refused (S-406) none starts it.
  if (kind === 'failed_hostname' || kind === 'permission_needed' || kind.startsWith('blocked'))
    return <TroubleScreen assistant={assistant} trouble={trouble} />;
  return <Missing kind={kind === 'not_installed' ? kind : 'not_running'} />;
}

const MISSING_ICONS = {
  not_installed: IconDownload,
  not_running: IconPlugConnectedX,
  generic_error: IconAlertCircle,
};

function Missing({ kind }: { kind: keyof typeof MISSING_ICONS }) {
  const t = useText();
  const assistant = useAssistant();
  const { busy } = useConnection(assistant);
  const isInstalled = kind !== 'not_installed';
  return (
    <AssistantScreen
      key={kind}
      isFailure
      icon={MISSING_ICONS[kind]}
      title={t(`assistant.${kind}.title`)}
      text={t(`assistant.${kind}.text`)}
      live={t(busy === 'launching' ? 'assistant.starting' : 'assistant.helper.live')}
      actions={
        <>
          {isInstalled && <StartAssistant assistant={assistant} isFirst />}
          <DownloadAssistant isFirst={!isInstalled} />
          {!isInstalled && <StartAssistant assistant={assistant} />}
          {!isInstalled && (
            <Button loading={busy === 'checking'} onClick={() => void assistant.check()}>
              {t('assistant.checkAgain')}
            </Button>
          )}
        </>
      }
    />
  );
}
