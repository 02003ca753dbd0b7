/** The two ways to a certificate, as buttons; `primary` where that is what the page is there for. */
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import type { Owner } from './calls.ts';

export function AddCertificate({ kind, id, primary = false }: Owner & { primary?: boolean }) {
  const t = useText();
  const ofServiceUser = kind === 'service-user';
  return (
    <>
      <ButtonLink
        to={ofServiceUser ? paths.serviceUserCertificateUpload(id) : paths.certificateUpload(id)}
        leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
      >
        {t('clientAuth.upload')}
      </ButtonLink>
      <ButtonLink
        to={ofServiceUser ? paths.serviceUserCertificateGenerate(id) : paths.certificateGenerate(id)}
        variant={primary ? 'filled' : 'default'}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      >
        {t('clientAuth.generate')}
      </ButtonLink>
    </>
  );
}
