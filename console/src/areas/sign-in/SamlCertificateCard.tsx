/** One certificate of a SAML provider: what is in it, whether it counts, and its state. */
import { NativeSelect } from '@mantine/core';
import type { SamlCertificate } from '@signet/contract/areas/account-saml';
import { SAML_CERTIFICATE_STATES, type SamlCertificateState } from '@signet/contract/areas/saml-names';
import { IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { keyWords } from '../../shell/certificate/certificate-words.ts';
import { groupsOf } from '../../shell/certificate/Fingerprints.tsx';
import { NameText } from '../../shell/certificate/NameText.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { whyNotCertificate } from './saml-form.ts';
import css from './saml-certificates.module.css';

type Props = {
  one: SamlCertificate;
  onState: (state: SamlCertificateState) => void;
  /** Null for what is kept anyway. */
  onRemove: (() => void) | null;
};

const isState = (text: string): text is SamlCertificateState => SAML_CERTIFICATE_STATES.some((one) => one === text);

export function SamlCertificateCard({ one, onState, onRemove }: Props) {
  const t = useText();
  const format = useDateTimeFormat();
  const { parsed, common_name: name, valid_from: from, expiration_date: until } = one;
  const reason = whyNotCertificate(one);
  return (
    <li className="card">
      <div>
        <b>
          <NameText>{name}</NameText>
        </b>
        {reason && (
          <StatusBadge tone="ended">
            {t(reason.status === 'CERTIFICATE_EXPIRED' ? 'saml.ended' : 'saml.weakKey')}
          </StatusBadge>
        )}
        <dl className={css.facts}>
          <dt>{t('certificates.subject')}</dt>
          <dd>
            <NameText>{parsed.subject.distinguishedName}</NameText>
          </dd>
          <dt>{t('certificates.issuer')}</dt>
          <dd>{parsed.isSelfIssued ? t('saml.selfIssued') : <NameText>{parsed.issuer.distinguishedName}</NameText>}</dd>
          <dt>{t('certificates.validity')}</dt>
          <dd>
            <DateText value={from} text={format(from)} /> – <DateText value={until} text={format(until)} />
          </dd>
          <dt>{t('certificates.key')}</dt>
          <dd>{keyWords(t, parsed.key)}</dd>
          <dt>{t('certificates.fingerprint.sha256')}</dt>
          <dd className="mono">{groupsOf(one.thumb_print).join(' ')}</dd>
        </dl>
      </div>
      <NativeSelect
        aria-label={t('saml.state', { name })}
        value={one.state}
        data={SAML_CERTIFICATE_STATES.map((value) => ({ value, label: t(`saml.state.${value}`) }))}
        onChange={({ currentTarget: { value } }) => isState(value) && onState(value)}
      />
      {onRemove && <IconButton icon={IconTrash} label={t('saml.remove', { name })} onClick={onRemove} />}
    </li>
  );
}
