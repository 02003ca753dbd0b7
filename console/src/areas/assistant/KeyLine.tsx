/** One key with its certificate: whose, until when, and what can be done to it. */
import type { Entry } from '@signet/contract/assistant/key-stores';
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { StatusBadge, Tag } from '../../ui/State.tsx';
import { stateOfCertificate } from './certificate-state.ts';
import { fileNameOf } from './file-name.ts';
import { InAssistant } from '../../shell/assistant/InAssistant.tsx';
import css from './keys.module.css';
import { useCommand } from '../../shell/assistant/use-command.ts';

type Props = { entry: Entry; onChange: () => void };

export function KeyLine({ entry, onChange }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const [deleting, setDeleting] = useState(false);
  const { busy, problem, run } = useCommand(onChange);
  const [now] = useState(() => new Date());
  const endsSoon = entry.certificate !== null && stateOfCertificate(entry.certificate, now) === 'ends_soon';
  const { keystore, token, id, label, certificate } = entry;
  const one = { keystore, token, id };
  const download = () =>
    run(async () => {
      const { certificate: pem } = await assistant.ask('exportCert', one);
      const content = new Blob([pem], { type: 'application/x-pem-file' });
      saveFile({ name: `${fileNameOf(label)}.pem`, content });
      return undefined;
    }, 'keys.downloaded');
  // Only the platform knows whether it is one of its own, and whether it can be renewed: it answers by mail alone.
  const askRenewal = () =>
    run(async () => {
      const { certificate: pem } = await assistant.ask('exportCert', one);
      await callPublic('POST /account/ui-api/v2/enrollment/renewal', { body: { certificate: pem } });
      return undefined;
    }, 'keys.renewAsked');
  return (
    <li>
      <div className={css.key}>
        <p>
          <span className="strong">{label}</span>{' '}
          {entry.key_type && <Tag>{t(`certificates.keyType.${entry.key_type}`)}</Tag>}
        </p>
        {certificate ? (
          <CertificateLine certificate={certificate} />
        ) : (
          <p className="sm t3">{t('keys.noCertificate')}</p>
        )}
        {problem && !deleting && <Banner tone="bad">{problem.text}</Banner>}
      </div>
      {certificate && <CertificateState certificate={certificate} />}
      <RowActions
        label={t('list.actionsFor', { name: label })}
        actions={[
          ...(certificate ? [{ label: t('keys.act.exportCert'), icon: IconDownload, act: () => void download() }] : []),
          ...(endsSoon ? [{ label: t('keys.act.renew'), icon: IconRefresh, act: () => void askRenewal() }] : []),
          { label: t('keys.act.deleteCert'), icon: IconTrash, danger: true, act: () => setDeleting(true) },
        ]}
      />
      <ConfirmDialog
        opened={deleting}
        danger
        title={t('keys.deleteTitle', { name: label })}
        act={t('keys.act.deleteCert')}
        busy={busy}
        onConfirm={() =>
          void run(async () => {
            await assistant.ask('deleteCert', one);
            setDeleting(false);
            return undefined;
          }, 'keys.deleted')
        }
        onClose={() => setDeleting(false)}
      >
        <p>{t('keys.deleteBody')}</p>
        {problem && <Banner tone="bad">{problem.text}</Banner>}
        <InAssistant isAsking={busy} />
      </ConfirmDialog>
    </li>
  );
}

export type Certificate = NonNullable<Entry['certificate']>;

/** `from`: with the day on which it begins, too. */
export function CertificateLine({ certificate, from = false }: { certificate: Certificate; from?: boolean }) {
  const t = useText();
  const { subject, issuer, valid_from: begin, valid_to: end } = certificate;
  return (
    <p className={`sm t2 ${css.subject}`}>
      {subject}
      <br />
      <span className="t3">
        {t('keys.issuedBy', { issuer })},{' '}
        {from && (
          <>
            {t('keys.from')} <At instant={begin} />{' '}
          </>
        )}
        {t('keys.until')} <At instant={end} />
      </span>
    </p>
  );
}

function At({ instant }: { instant: string }) {
  const date = useDateTimeFormat();
  const stored = instant.slice(0, 19).replace('T', ' ');
  return <DateText value={stored} text={date(stored)} />;
}

function CertificateState({ certificate }: { certificate: Certificate }) {
  const t = useText();
  const [now] = useState(() => new Date());
  const state = stateOfCertificate(certificate, now);
  const tone = state === 'valid' ? 'ok' : state === 'ended' ? 'ended' : 'warn';
  return <StatusBadge tone={tone}>{t(`keys.certificate.${state}`)}</StatusBadge>;
}
