/** Revokes a certificate for good, and says why. */
import { NativeSelect } from '@mantine/core';
import {
  CLIENT_AUTH_REVOCATION_REASONS,
  type ClientAuthRevocationReason,
} from '@signet/contract/areas/client-auth-certificate-rules';
import type { ClientAuthCertificate } from '@signet/contract/areas/client-auth-certificates';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { revokeCertificate, type Owner } from './calls.ts';
import css from './certificates.module.css';
import { calledBy } from './columns.tsx';

type Props = { owner: Owner; revoking: ClientAuthCertificate | null; onClose: () => void };

export function RevokeCertificate({ owner, revoking, onClose }: Props) {
  const t = useText();
  const [reason, setReason] = useState<ClientAuthRevocationReason>('unspecified');
  const close = (): void => {
    setReason('unspecified');
    onClose();
  };
  const act = useAct(revoking !== null, close);
  return (
    <ConfirmDialog
      opened={revoking !== null}
      title={t('clientAuth.revokeTitle', { name: revoking ? calledBy(revoking) : '' })}
      act={t('clientAuth.revoke')}
      busy={act.busy}
      danger
      onConfirm={() =>
        revoking && void act.run(() => revokeCertificate(owner, revoking.id, reason), 'clientAuth.revokedNow')
      }
      onClose={close}
    >
      <div className={css.question}>
        <p>{t('clientAuth.revokeBody')}</p>
        <NativeSelect
          label={t('clientAuth.reason')}
          value={reason}
          onChange={({ currentTarget }) =>
            setReason(CLIENT_AUTH_REVOCATION_REASONS.find((one) => one === currentTarget.value) ?? 'unspecified')
          }
          data={CLIENT_AUTH_REVOCATION_REASONS.map((value) => ({ value, label: t(`clientAuth.reason.${value}`) }))}
        />
      </div>
    </ConfirmDialog>
  );
}
