/** Shows a certificate over the page. */
import type { ClientAuthCertificate } from '@signet/contract/areas/client-auth-certificates';
import { later } from '../../shell/routing/later.tsx';
import { Dialog } from '../../shell/dialog/Dialog.tsx';
import type { Owner } from './calls.ts';
import { calledBy } from './columns.tsx';

const CertificateDetails = later(() => import('./CertificateDetails.tsx'));

type Props = { owner: Owner; shown: ClientAuthCertificate | null; onClose: () => void };

export function CertificateDialog({ owner, shown, onClose }: Props) {
  return (
    <Dialog opened={shown !== null} onClose={onClose} size={960} title={shown ? calledBy(shown) : ''}>
      {shown && <CertificateDetails owner={owner} certId={shown.id} />}
    </Dialog>
  );
}
