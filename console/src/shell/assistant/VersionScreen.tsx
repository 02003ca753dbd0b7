/** The assistant answers, and is not one that this page can use. */
import { Button } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useAssistant, useConnection } from './assistant.ts';
import { AssistantScreen } from './AssistantScreen.tsx';
import { DownloadAssistant } from './DownloadAssistant.tsx';

type Props = {
  fault: 'invalid_semver' | 'outdated_version' | 'no_hardware_tokens';
  version: string;
  minimum: string;
};

export function VersionScreen({ fault, version, minimum }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { busy } = useConnection(assistant);
  return (
    <AssistantScreen
      isFailure
      icon={IconVersions}
      title={t(`assistant.${fault}.title`)}
      text={t(`assistant.${fault}.text`, { version: version.slice(0, 40), minimum })}
      actions={
        <>
          <DownloadAssistant isFirst />
          <Button loading={busy === 'checking'} onClick={() => void assistant.anew()}>
            {t('assistant.checkAgain')}
          </Button>
        </>
      }
    />
  );
}
