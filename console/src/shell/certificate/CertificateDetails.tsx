/** How a certificate is made, which says nothing of what it is for. */
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { useText } from '../../i18n/text.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import { keyWords, signatureWords } from './certificate-words.ts';
import { CertificateRows } from './CertificateRows.tsx';
import css from './certificate.module.css';

export function CertificateDetails({ certificate: one }: { certificate: ParsedCertificate }) {
  const t = useText();
  const rows = [
    { label: t('certificates.key'), value: keyWords(t, one.key) },
    { label: t('certificates.signature'), value: signatureWords(t, one.signatureAlgorithm) },
    {
      label: t('certificates.serial'),
      value: (
        <span className={css.copied}>
          <span className={`mono ${css.address}`}>{one.serial}</span>
          <CopyIcon value={one.serial} name={t('certificates.serial')} />
        </span>
      ),
    },
    { label: t('certificates.version'), value: one.version },
  ];
  return <CertificateRows rows={rows} />;
}
