/** Takes a certificate from a file, and shows what the server has read in it. */
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { LIMITS } from '@signet/contract/limits';
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { useRef, useState } from 'react';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ENDINGS, whyNotCertificateFile } from './certificate-file.ts';
import { CertificateView } from './CertificateView.tsx';
import css from './generate.module.css';

type Props = {
  /** Sends it; answers what was read, from the certificate itself upwards where the file had its chain. */
  submit: (file: File) => Promise<readonly ParsedCertificate[]>;
  /** Of the headings of what is shown. */
  level?: 2 | 3;
};

type Said = { file: string; fault: string } | { file: string; certificates: readonly ParsedCertificate[] };

export function CertificateUpload({ submit, level = 2 }: Props) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const forget = useRef<() => void>(null);
  async function take(file: File | null): Promise<void> {
    if (!file || busy) return;
    // The same file again is read again: it may have been mended.
    forget.current?.();
    setSaid(null);
    setBusy(true);
    try {
      const fault = await whyNotCertificateFile(file);
      if (fault)
        setSaid({
          file: file.name,
          fault: t(`certificates.file.${fault}`, { megabytes: LIMITS.certificateFileMegabytes }),
        });
      else setSaid({ file: file.name, certificates: await submit(file) });
    } catch (thrown) {
      showProblem(thrown, {
        fields: ['certificate', 'file'],
        showField: (_, problem) => setSaid({ file: file.name, fault: problemText(problem) }),
      });
    } finally {
      setBusy(false);
    }
  }
  const certificates = said && 'certificates' in said ? said.certificates : [];
  const [own] = certificates;
  return (
    <div className={css.upload}>
      <FileButton
        accept={`${ENDINGS.join()},application/x-x509-ca-cert`}
        resetRef={forget}
        onChange={(file) => void take(file)}
      >
        {(props) => (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            {...props}
          >
            {t('certificates.file.choose')}
          </Button>
        )}
      </FileButton>
      <p className="sm t3">{t('certificates.file.help', { megabytes: LIMITS.certificateFileMegabytes })}</p>
      {said && 'fault' in said && (
        <Banner tone="bad">
          <b>{said.file}</b>: {said.fault}
        </Banner>
      )}
      {said && own && (
        <>
          <Banner tone={own.isValid ? 'ok' : 'warn'}>
            <b>{said.file}</b>: {t(own.isValid ? 'certificates.file.read' : 'certificates.file.notValid')}
          </Banner>
          <div className={css.wide}>
            <CertificateView certificate={own} chain={certificates} level={level} />
          </div>
        </>
      )}
    </div>
  );
}
