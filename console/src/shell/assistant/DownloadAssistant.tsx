/** The way to the installer of the assistant. */
import { IconDownload } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../routing/ButtonLink.tsx';

export function DownloadAssistant({ isFirst = false }: { isFirst?: boolean }) {
  const t = useText();
  return (
    <ButtonLink
      to={paths.clientTools()}
      variant={isFirst ? 'filled' : 'default'}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      {t('assistant.download')}
    </ButtonLink>
  );
}
