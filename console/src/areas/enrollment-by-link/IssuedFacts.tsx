/** The certificate that was issued, as it stands in itself (S-101). */
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/text.ts';
import type { Issued } from '../../pkcs/hand-over.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { endLabel } from './CertificateFacts.tsx';
import css from './enrollment.module.css';
import type { Opened } from './opened.ts';

/** The code that reads it is loaded when there is one to read. */
async function read(certificate: string) {
  const [{ certificatesIn }, { readCertificate }] = await Promise.all([
    import('../../pkcs/pem.ts'),
    import('../../pkcs/read-certificate.ts'),
  ]);
  const [own = new Uint8Array()] = certificatesIn(certificate);
  return readCertificate(own);
}

type Props = Pick<Opened, 'enrollment'> & { issued: Issued };

export function IssuedFacts({ enrollment, issued: { certificate } }: Props) {
  const t = useText();
  const time = useDateTimeFormat();
  const { data } = useQuery({
    queryKey: ['enrollment', 'issued', certificate],
    queryFn: () => read(certificate),
    staleTime: 'static',
  });
  if (!data) return null;
  const { subject, issuer, serial, validFrom, validTo, fingerprint } = data;
  return (
    <section aria-labelledby="issued" className={css.issued}>
      <div className={css.issuedTitle}>
        <h2 id="issued">{t('enrollment.issued')}</h2>
        <StatusBadge tone="ok">{t('enrollment.issuedBadge')}</StatusBadge>
      </div>
      <dl className={css.facts}>
        <dt>{t('enrollment.field.common_name')}</dt>
        <dd className={css.strong} translate="no">
          {subject.commonName ?? serial}
        </dd>
        {subject.organization !== null && (
          <>
            <dt>{t('enrollment.field.organization_name')}</dt>
            <dd translate="no">{subject.organization}</dd>
          </>
        )}
        <dt>{t('enrollment.issuedBy')}</dt>
        <dd translate="no">{issuer.commonName ?? issuer.organization}</dd>
        <dt>{t('enrollment.validFrom')}</dt>
        <dd>
          <DateText value={validFrom} text={time(validFrom)} />
        </dd>
        <dt>{t(endLabel(enrollment))}</dt>
        <dd>
          <DateText value={validTo} text={time(validTo)} />
        </dd>
        <dt>{t('enrollment.serial')}</dt>
        <dd>
          <CopyValue value={serial} name={t('enrollment.serial')} />
        </dd>
        <dt>{t('enrollment.fingerprint')}</dt>
        <dd>
          <CopyValue value={fingerprint} name={t('enrollment.fingerprint')} />
        </dd>
      </dl>
    </section>
  );
}
