/** The certificates of a SAML provider, each with its state. One from a file is read by the server first. */
import { Button, FileButton } from '@mantine/core';
import type { SamlCertificate } from '@signet/contract/areas/account-saml';
import type { SamlCertificateState } from '@signet/contract/areas/saml-names';
import { LIMITS } from '@signet/contract/limits';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { questionOf } from '../../api/query.ts';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ENDINGS, whyNotCertificateFile } from '../../shell/certificate/certificate-file.ts';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { certificateText } from './saml-certificate-file.ts';
import { SamlCertificateCard } from './SamlCertificateCard.tsx';
import css from './saml-certificates.module.css';

type Props = {
  accountId: string;
  list: readonly SamlCertificate[];
  /** The list as it is when it is asked for: it may change while a file is read. */
  newest: () => readonly SamlCertificate[];
  onChange: (next: SamlCertificate[]) => void;
  /** Thumb prints of those that metadata which was read here names: none of them leaves the list, but is retired. */
  named: readonly string[];
  error: ReactNode;
  id: string;
};

export function SamlCertificates({ accountId, list, newest, onChange, named, error, id }: Props) {
  const t = useText();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const forget = useRef<() => void>(null);
  const setState = (one: SamlCertificate, state: SamlCertificateState) =>
    onChange(list.map((other) => (other === one ? { ...one, state } : other)));
  function removal(one: SamlCertificate): (() => void) | null {
    if (!named.includes(one.thumb_print)) return () => onChange(list.filter((other) => other !== one));
    return one.state === 'retired' ? null : () => setState(one, 'retired');
  }
  async function add(file: File | null): Promise<void> {
    forget.current?.();
    if (!file) return;
    setFault(null);
    const wrong = await whyNotCertificateFile(file);
    if (wrong) return setFault(t(`certificates.file.${wrong}`, { megabytes: LIMITS.certificateFileMegabytes }));
    setBusy(true);
    try {
      const body = { certificate: await certificateText(file) };
      const one = await client.fetchQuery({
        ...questionOf('POST /account/ui-api/v1/federation/config/{id}/certificate', {
          params: { id: accountId },
          body,
        }),
        staleTime: 0,
        retry: false,
      });
      const now = newest();
      if (now.some(({ thumb_print }) => thumb_print === one.thumb_print))
        setFault(t('notifications.exceptions.CERTIFICATE_DUPLICATE'));
      else onChange([one, ...now]);
    } catch (thrown) {
      showProblem(thrown, { fields: ['certificate'], showField: (_, problem) => setFault(problemText(problem)) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div id={id} tabIndex={-1}>
      <ul className={css.list}>
        {list.map((one) => (
          <SamlCertificateCard
            key={one.thumb_print}
            one={one}
            onState={(state) => setState(one, state)}
            onRemove={removal(one)}
          />
        ))}
      </ul>
      <div className={css.add}>
        <FileButton accept={ENDINGS.join()} resetRef={forget} onChange={(file) => void add(file).catch(showProblem)}>
          {(props) => (
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              {...props}
            >
              {t('saml.addCertificate')}
            </Button>
          )}
        </FileButton>
      </div>
      <div role="alert">{fault !== null && <FieldError>{fault}</FieldError>}</div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
