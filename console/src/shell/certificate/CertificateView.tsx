/** A certificate as people read it: time, names, uses in words, who has signed it, fingerprints (S-125, S-126). */
import { isPlainText } from '@signet/contract/hidden-characters';
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CertificateChain } from './CertificateChain.tsx';
import { CertificateDetails } from './CertificateDetails.tsx';
import { CertificateNames } from './CertificateNames.tsx';
import { CertificateUses } from './CertificateUses.tsx';
import { CertificateValidity, ValidityWords } from './CertificateValidity.tsx';
import { Fingerprints } from './Fingerprints.tsx';
import css from './certificate.module.css';

type Props = {
  certificate: ParsedCertificate;
  /** From the certificate itself up to its root, as far as it is known. */
  chain?: readonly ParsedCertificate[];
  /** Of its headings, below that of the page or section in which it stands. */
  level?: 2 | 3;
  now?: Date;
  /** False where nobody would miss it when it ends, since it is revoked. */
  live?: boolean;
};

export function CertificateView({ certificate, chain = [], level = 2, now: given, live = true }: Props) {
  const t = useText();
  const [opened] = useState(() => new Date());
  const now = given ?? opened;
  const [Heading, below] = level === 2 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const);
  return (
    <div className={css.view}>
      <Warnings certificate={certificate} />
      <div className={css.columns}>
        <div>
          <Part
            title={<Heading>{t('certificates.validity')}</Heading>}
            beside={<ValidityWords {...{ certificate, now, live }} />}
          >
            <CertificateValidity certificate={certificate} now={now} />
          </Part>
          <Part title={<Heading>{t('certificates.names')}</Heading>}>
            <CertificateNames subject={certificate.subject} issuer={certificate.issuer} heading={below} />
          </Part>
          <Part title={<Heading>{t('certificates.uses')}</Heading>}>
            <CertificateUses certificate={certificate} />
          </Part>
          <Part title={<Heading>{t('certificates.details')}</Heading>}>
            <CertificateDetails certificate={certificate} />
          </Part>
        </div>
        <div className={css.aside}>
          {chain.length > 0 && <CertificateChain chain={chain} heading={below} />}
          <Fingerprints certificate={certificate} heading={below} />
        </div>
      </div>
    </div>
  );
}

function Part({ title, beside, children }: { title: ReactNode; beside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className={css.title}>
        {title}
        {beside}
      </div>
      {children}
    </>
  );
}

/** What a person should know before they trust it. */
function Warnings({ certificate: one }: { certificate: ParsedCertificate }) {
  const t = useText();
  const isSuspect =
    one.subject.isSuspect || one.issuer.isSuspect || one.alternativeNames.some(({ value }) => !isPlainText(value));
  return (
    <>
      {isSuspect && <Banner tone="warn">{t('certificates.suspect')}</Banner>}
      {one.unknownCritical.length > 0 && (
        <Banner tone="warn">
          {t('certificates.unknownCritical', {
            names: one.unknownCritical.join(', '),
            count: one.unknownCritical.length,
          })}
        </Banner>
      )}
      {one.key.fault !== null && <Banner tone="warn">{t('certificates.weakKey')}</Banner>}
    </>
  );
}
