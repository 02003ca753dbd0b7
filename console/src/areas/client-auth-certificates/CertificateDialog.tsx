/** Shows a certificate over the page. */
import { Modal } from '@mantine/core';
import type { ClientAuthCertificate } from '@signet/contract/areas/client-auth-certificates';
import { useText } from '../../i18n/text.ts';
import { later } from '../../shell/routing/later.tsx';
import type { Owner } from './calls.ts';
import { calledBy } from './columns.tsx';

const CertificateDetails = later(() => import('./CertificateDetails.tsx'));

type Props = { owner: Owner; shown: ClientAuthCertificate | null; onClose: () => void };

export function CertificateDialog({ owner, shown, onClose }: Props) {
  const t = useText();
  return (
    <Modal
      opened={shown !== null}
      onClose={onClose}
      size={960}
      title={shown ? calledBy(shown) : ''}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      returnFocus
    >
      {shown && <CertificateDetails owner={owner} certId={shown.id} />}
    </Modal>
  );
}
