/** The certificates of a SAML provider, each with its state. */
import { Button, FileButton, NativeSelect } from '@mantine/core';
import type { SamlCertificate } from '@signet/contract/areas/account-saml';
import { SAML_CERTIFICATE_STATES, type SamlCertificateState } from '@signet/contract/areas/saml-names';
import { LIMITS } from '@signet/contract/limits';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { ENDINGS, whyNotCertificateFile } from '../../shell/certificate/certificate-file.ts';
import { Banner } from '../../ui/Banner.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { certificateOf } from './saml-certificate-file.ts';
import css from './saml-certificates.module.css';

type Props = {
  list: readonly SamlCertificate[];
  onChange: (next: SamlCertificate[]) => void;
  error: ReactNode;
  id: string;
};

export function SamlCertificates({ list, onChange, error, id }: Props) {
  const t = useText();
  const isState = (text: string): text is SamlCertificateState => SAML_CERTIFICATE_STATES.some((one) => one === text);
  const [fault, setFault] = useState<string | null>(null);
  const forget = useRef<() => void>(null);
  async function add(file: File | null): Promise<void> {
    forget.current?.();
    if (!file) return;
    setFault(null);
    const wrong = await whyNotCertificateFile(file);
    if (wrong) return setFault(t(`certificates.file.${wrong}`, { megabytes: LIMITS.certificateFileMegabytes }));
    const one = await certificateOf(file);
    if (!one) return setFault(t('notifications.exceptions.INVALID_CERTIFICATE'));
    if (list.some(({ thumb_print }) => thumb_print === one.thumb_print))
      return setFault(t('notifications.exceptions.CERTIFICATE_DUPLICATE'));
    onChange([one, ...list]);
  }
  return (
    <div id={id} tabIndex={-1}>
      <ul className={css.list}>
        {list.map((one) => (
          <li key={one.thumb_print} className="card">
            <div>
              <b>{one.common_name}</b>
              <p className="sm t2 mono">{one.thumb_print.slice(0, 16)}…</p>
              {one.expiration_date !== '' && (
                <p className="sm t2">{t('saml.ends', { date: one.expiration_date.slice(0, 10) })}</p>
              )}
            </div>
            <NativeSelect
              aria-label={t('saml.state', { name: one.common_name })}
              value={one.state}
              data={SAML_CERTIFICATE_STATES.map((value) => ({ value, label: t(`saml.state.${value}`) }))}
              onChange={({ currentTarget: { value } }) =>
                isState(value) && onChange(list.map((other) => (other === one ? { ...one, state: value } : other)))
              }
            />
            <IconButton
              icon={IconTrash}
              label={t('saml.remove', { name: one.common_name })}
              onClick={() => onChange(list.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      <div className={css.add}>
        <FileButton accept={ENDINGS.join()} resetRef={forget} onChange={(file) => void add(file)}>
          {(props) => (
            <Button variant="default" leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} {...props}>
              {t('saml.addCertificate')}
            </Button>
          )}
        </FileButton>
      </div>
      {fault !== null && <Banner tone="bad">{fault}</Banner>}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
