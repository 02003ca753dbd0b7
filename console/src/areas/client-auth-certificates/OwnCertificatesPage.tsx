/** The own client certificates. */
import { IconCertificate } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useProfile } from '../../session/profile.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { AddCertificate } from './AddCertificate.tsx';
import { Certificates } from './Certificates.tsx';
import css from './certificates.module.css';
import { useCertificates } from './use-certificates.ts';

export default function OwnCertificatesPage() {
  const t = useText();
  const owner = { kind: 'user', id: useProfile().id } as const;
  const certificates = useCertificates(owner);
  return (
    <>
      <PageTitle
        title={t('clientAuth.title')}
        lead={t('clientAuth.ownLead')}
        actions={<AddCertificate {...owner} primary />}
      />
      <div className={css.page}>
        {certificates.query.data?.total === 0 ? (
          <EmptyState icon={IconCertificate} title={t('clientAuth.ownNone')}>
            {t('clientAuth.ownNoneText')}
          </EmptyState>
        ) : (
          <Certificates {...certificates} owner={owner} />
        )}
      </div>
    </>
  );
}
