/** What a certificate says it is for, in words, each with the extension that says so. */
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { useText } from '../../i18n/text.ts';
import { authorityWords, keyUsageWords, purposeWords } from './certificate-words.ts';
import { CertificateRows, type CertificateRow } from './CertificateRows.tsx';
import { NameText } from './NameText.tsx';
import css from './certificate.module.css';

export function CertificateUses({ certificate: one }: { certificate: ParsedCertificate }) {
  const t = useText();
  const none = <span className="t3">{t('certificates.none')}</span>;
  const rows: CertificateRow[] = [
    {
      label: t('certificates.purposes'),
      oid: '2.5.29.37',
      value: one.purposes ? (
        <Lines of={one.purposes.map((each) => purposeWords(t, each))} />
      ) : (
        t('certificates.anyPurpose')
      ),
    },
    {
      label: t('certificates.keyUsage'),
      oid: '2.5.29.15',
      value: one.keyUsage ? (
        <Lines of={one.keyUsage.map((each) => keyUsageWords(t, each))} />
      ) : (
        t('certificates.anyKeyUsage')
      ),
    },
    { label: t('certificates.authority'), oid: '2.5.29.19', value: authorityWords(t, one.authority) },
    {
      label: t('certificates.otherNames'),
      oid: '2.5.29.17',
      value:
        one.alternativeNames.length === 0
          ? none
          : one.alternativeNames.map(({ kind, value }, index) => (
              <span key={index} className={css.line}>
                {t(`certificates.otherName.${kind}`)} <NameText>{value}</NameText>
              </span>
            )),
    },
    {
      label: t('certificates.crl'),
      oid: '2.5.29.31',
      value: one.crlAddresses.length === 0 ? none : <Addresses of={one.crlAddresses} />,
    },
    {
      label: t('certificates.ocsp'),
      oid: '1.3.6.1.5.5.7.1.1',
      value: one.ocspAddresses.length === 0 ? none : <Addresses of={one.ocspAddresses} />,
    },
  ];
  return <CertificateRows rows={rows} />;
}

const Lines = ({ of: lines }: { of: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className={css.line}>
      {line}
    </span>
  ));

const Addresses = ({ of: addresses }: { of: readonly string[] }) =>
  addresses.map((address) => (
    <span key={address} className={`mono ${css.line} ${css.address}`}>
      <NameText>{address}</NameText>
    </span>
  ));
