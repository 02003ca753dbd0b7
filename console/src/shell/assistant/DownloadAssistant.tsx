/** The way to the installer of the assistant. */
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/text.ts';
import { ButtonLink } from '../routing/ButtonLink.tsx';
import { assistantSettings } from './assistant.ts';

export function DownloadAssistant({ isFirst = false }: { isFirst?: boolean }) {
  const t = useText();
  const { data } = useQuery(assistantSettings);
  return (
    data && (
      <ButtonLink
        to={data.download_url}
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      >
        {t('assistant.download')}
      </ButtonLink>
    )
  );
}
