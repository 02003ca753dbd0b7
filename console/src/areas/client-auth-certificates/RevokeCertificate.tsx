/** Revokes a certificate for good: asks why, says what is lost and what stays, and waits for a typed word. */
import type { ClientAuthCertificate, ClientAuthCertificateList } from '@signet/contract/areas/client-auth-certificates';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { ReasonRadios, type LastingReason } from '../../shell/certificate/ReasonRadios.tsx';
import { RevocationFollows } from '../../shell/certificate/RevocationFollows.tsx';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useOnOpening } from '../../shell/confirm/use-on-opening.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { revokeCertificate, type Owner } from './calls.ts';
import css from './certificates.module.css';
import { calledBy } from './columns.tsx';

type Props = {
  opened: boolean;
  owner: Owner;
  holder: ClientAuthCertificateList['owner'];
  /** The one that is asked about, or null. */
  revoking: ClientAuthCertificate | null;
  onClose: () => void;
};

export default function RevokeCertificate({ opened, owner, holder, revoking, onClose }: Props) {
  const t = useText();
  const [reason, setReason] = useState<LastingReason | ''>('');
  useOnOpening(opened, () => setReason(''));
  const { busy, run } = useAct(opened, onClose);
  const revoke = async (): Promise<void> => {
    if (revoking === null || reason === '') return;
    await run(() => revokeCertificate(owner, revoking.id, reason), 'certificateList.revokedDone');
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('certificateList.revokeTitle', { name: revoking ? calledBy(revoking) : '' })}
      act={t('certificateList.revokeCertificate')}
      danger
      word={t('bulk.word.certificates.revoke')}
      whyNotYet={reason === '' ? t('certificateList.reasonFirst') : null}
      busy={busy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <div className={css.question}>
        <ReasonRadios value={reason} onChange={setReason} />
        <RevocationFollows
          whose={holder.service_user ? 'service' : 'person'}
          name={holder.name}
          inUse={revoking?.status === 'issued'}
        />
      </div>
    </ConfirmDialog>
  );
}
