/** Asks why a certificate shall be revoked, says what follows, and revokes it once the word is typed. */
import { Stack } from '@mantine/core';
import type { GivenReason } from '@signet/contract/areas/certificate-rules';
import type { Certificate, CertificateRow } from '@signet/contract/areas/certificates';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { nameOf } from './columns.tsx';
import { ReasonField } from './ReasonField.tsx';

type Props = {
  /** Null while nobody is asked. */
  certificate: (CertificateRow & Partial<Pick<Certificate, 'person'>>) | null;
  onClose: () => void;
};

export function RevokeCertificate({ certificate: one, onClose }: Props) {
  const t = useText();
  const [reason, setReason] = useState<GivenReason | ''>('');
  const close = (): void => {
    setReason('');
    onClose();
  };
  const { busy, run } = useAct(one !== null, close);
  const holds = reason === 'certificateHold';
  const revoke = (id: string, chosen: GivenReason) =>
    run(
      () => change('PUT /account/ui-api/v1/certificate/{id}/revoke', { params: { id }, body: { reason: chosen } }),
      holds ? 'certificateList.heldDone' : 'certificateList.revokedDone',
    );
  return (
    <ConfirmDialog
      opened={one !== null}
      title={t('certificateList.revokeTitle', { name: one ? nameOf(one) : '' })}
      act={t(holds ? 'certificateList.hold' : 'certificateList.revoke')}
      danger
      {...(holds ? {} : { word: t('bulk.word.certificates.revoke') })}
      whyNotYet={reason === '' ? t('certificateList.reasonFirst') : null}
      busy={busy}
      onConfirm={() => one && reason !== '' && void revoke(one.id, reason)}
      onClose={close}
    >
      <Stack gap={12}>
        <span>
          {one?.person
            ? t('certificateList.revokeBodyPerson', { name: one.person.name })
            : t('certificateList.revokeBody')}
        </span>
        <ReasonField value={reason} onChange={setReason} held={one?.status === 'on_hold'} />
      </Stack>
    </ConfirmDialog>
  );
}
