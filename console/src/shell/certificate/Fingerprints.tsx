/** Digests of a certificate, in groups that are compared by eye, and whole to copy. */
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import type { TextKey } from '@signet/contract/texts';
import { useText } from '../../i18n/text.ts';
import { CopyIcon } from '../../ui/CopyIcon.tsx';
import css from './certificate.module.css';

/** `9c41…` as `9C 41`, in groups of four octets. */
export const groupsOf = (digits: string): string[] =>
  (digits.toUpperCase().match(/.{1,8}/g) ?? []).map((group) => (group.match(/.{1,2}/g) ?? []).join(' '));

type Props = { certificate: ParsedCertificate; heading: 'h3' | 'h4' };

export function Fingerprints({ certificate: { fingerprints, key }, heading: Heading }: Props) {
  const t = useText();
  const all: [label: TextKey, digits: string][] = [
    ['certificates.fingerprint.sha256', fingerprints.sha256],
    ['certificates.fingerprint.sha1', fingerprints.sha1],
    ['certificates.fingerprint.key', key.sha256],
  ];
  return (
    <div className={`card ${css.card}`}>
      <div className={css.cardTitle}>
        <Heading>{t('certificates.fingerprints')}</Heading>
      </div>
      <ul className={css.fingerprints}>
        {all.map(([label, digits]) => (
          <li key={label}>
            <span>{t(label)}</span>
            <CopyIcon value={digits} name={t(label)} />
            <p className="mono">
              {groupsOf(digits).map((group, index) => (
                <span key={index}>{group} </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
