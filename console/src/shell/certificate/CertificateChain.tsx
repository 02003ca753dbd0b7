/** Who has signed whom, from the root down to the certificate itself. */
import { IconBuildingBank, IconCheck, IconShieldCheck, IconUser } from '@tabler/icons-react';
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { DateText } from '../../ui/DateText.tsx';
import { keyWords, shortName } from './certificate-words.ts';
import { NameText } from './NameText.tsx';
import css from './certificate.module.css';

type Props = {
  /** From the certificate itself upwards. */
  chain: readonly ParsedCertificate[];
  heading: 'h3' | 'h4';
};

export function CertificateChain({ chain, heading: Heading }: Props) {
  const t = useText();
  const top = chain.at(-1);
  return (
    <div className={`card ${css.card}`}>
      <div className={css.cardTitle}>
        <Heading>{t('certificates.chain')}</Heading>
      </div>
      <ol className={css.chain}>
        {top && !top.isSelfIssued && <Absent issuer={top.issuer.commonName ?? top.issuer.distinguishedName} />}
        {chain.toReversed().map((one, index) => (
          <Link key={one.fingerprints.sha256} certificate={one} isLast={index === chain.length - 1} />
        ))}
      </ol>
    </div>
  );
}

function Link({ certificate: one, isLast }: { certificate: ParsedCertificate; isLast: boolean }) {
  const t = useText();
  const date = useDateFormat();
  const kind = one.authority === null ? 'endEntity' : one.isSelfIssued ? 'root' : 'issuing';
  const Icon = { endEntity: IconUser, root: IconShieldCheck, issuing: IconBuildingBank }[kind];
  return (
    <li>
      <span className={`${css.node} ${isLast ? css.own : kind === 'root' ? css.root : ''}`}>
        <Icon size={17} stroke={1.75} aria-hidden />
      </span>
      <div>
        <b>
          <NameText>{shortName(one)}</NameText>
        </b>
        <span className={css.meta}>
          {t(isLast ? 'certificates.chain.own' : `certificates.chain.${kind}`, { key: keyWords(t, one.key) })}
        </span>
        <span className={css.meta}>
          {t('certificates.chain.until')} <DateText value={one.validTo} text={date(one.validTo)} />
        </span>
        {!isLast && (
          <span className={css.signs}>
            <IconCheck size={14} stroke={1.75} aria-hidden /> {t('certificates.chain.signs')}
          </span>
        )}
      </div>
    </li>
  );
}

/** The chain has no root: whose certificate is missing. */
function Absent({ issuer }: { issuer: string }) {
  const t = useText();
  return (
    <li>
      <span className={`${css.node} ${css.absent}`} />
      <div>
        <b>
          <NameText>{issuer}</NameText>
        </b>
        <span className={css.meta}>{t('certificates.chain.absent')}</span>
      </div>
    </li>
  );
}
