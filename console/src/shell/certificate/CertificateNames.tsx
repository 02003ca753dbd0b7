/** Subject and issuer side by side, each with its whole name and every component (S-125). */
import { NAME_PARTS, type NamePart } from '@signet/contract/name-parts';
import type { CertificateName } from '@signet/contract/parsed-certificate';
import { languageTag } from '@signet/contract/locales';
import { useLocale, useText } from '../../i18n/text.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import { NameText } from './NameText.tsx';
import css from './certificate.module.css';

type Props = { subject: CertificateName; issuer: CertificateName; heading: 'h3' | 'h4' };

export function CertificateNames({ subject, issuer, heading }: Props) {
  const t = useText();
  return (
    <div className={css.pair}>
      <NameCard title={t('certificates.subject')} name={subject} heading={heading} />
      <NameCard title={t('certificates.issuer')} name={issuer} heading={heading} />
    </div>
  );
}

type CardProps = { title: string; name: CertificateName; heading: Props['heading'] };

function NameCard({ title, name, heading: Heading }: CardProps) {
  const t = useText();
  return (
    <div className={`card ${css.card}`}>
      <div className={css.cardTitle}>
        <Heading>{title}</Heading>
        <CopyIcon value={name.distinguishedName} name={title} />
      </div>
      <p className={`mono ${css.distinguished}`}>
        {name.distinguishedName === '' ? t('certificates.noName') : <NameText>{name.distinguishedName}</NameText>}
      </p>
      <dl className={css.fields}>
        {NAME_PARTS.map((part) => (
          <div key={part}>
            <dt>{t(`certificates.part.${part}`)}</dt>
            <dd>
              <PartText part={part} value={name[part]} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function PartText({ part, value }: { part: NamePart; value: string | null }) {
  const t = useText();
  const tag = languageTag(useLocale());
  if (value === null) return <span className="t3">{t('certificates.none')}</span>;
  const country = part === 'country' ? countryName(value, tag) : null;
  return country === null ? (
    <NameText>{value}</NameText>
  ) : (
    <>
      {country} ({value})
    </>
  );
}

/** The name that this language has for a country; null for a code that is none. */
function countryName(code: string, tag: string): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' }).of(code) ?? null;
}
