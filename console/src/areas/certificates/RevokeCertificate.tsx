/**
 * Revokes a certificate: asks why, says what is lost and what stays, and waits for a typed word. Who has only mislaid
 * it puts it on hold instead, which needs neither.
 */
import type { Certificate, CertificateRow } from '@signet/contract/areas/certificates';
import { useState, type ReactNode } from 'react';
import { change } from '../../api/change.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { ReasonRadios, type LastingReason } from '../../shell/certificate/ReasonRadios.tsx';
import { RevocationFollows } from '../../shell/certificate/RevocationFollows.tsx';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useOnOpening } from '../../shell/confirm/use-on-opening.ts';
import { useAct } from '../../shell/record/use-act.ts';
import css from './certificates.module.css';
import { nameOf } from './columns.tsx';

/** A row of the list, which does not say its seat, or the whole certificate. */
type Revoked = CertificateRow & Partial<Pick<Certificate, 'seat'>>;

const holderOf = ({ person, seat }: Revoked) =>
  ({
    whose: person ? (person.service_user ? 'service' : 'person') : seat ? 'seat' : 'none',
    name: person?.name ?? seat?.name ?? '',
  }) as const;
const isInUse = ({ person, status }: Revoked): boolean => person !== null && status === 'issued';

type Props = {
  /** Null while nobody is asked. */
  certificate: Revoked | null;
  onClose: () => void;
};

export function RevokeCertificate({ certificate: one, onClose }: Props) {
  const t = useText();
  const [reason, setReason] = useState<LastingReason | ''>('');
  const [holds, setHolds] = useState(false);
  useOnOpening(one !== null, () => {
    setReason('');
    setHolds(false);
  });
  const { busy, run } = useAct(one !== null, onClose);
  const given = holds ? 'certificateHold' : reason;
  const revoke = async (): Promise<void> => {
    if (one === null || given === '') return;
    await run(
      () =>
        change('PUT /account/ui-api/v1/certificate/{id}/revoke', { params: { id: one.id }, body: { reason: given } }),
      holds ? 'certificateList.heldDone' : 'certificateList.revokedDone',
    );
  };
  return (
    <ConfirmDialog
      opened={one !== null}
      title={t(holds ? 'certificateList.holdTitle' : 'certificateList.revokeTitle', { name: one ? nameOf(one) : '' })}
      act={t(holds ? 'certificateList.hold' : 'certificateList.revokeCertificate')}
      danger={!holds}
      {...(holds ? {} : { word: t('bulk.word.certificates.revoke') })}
      whyNotYet={given === '' ? t('certificateList.reasonFirst') : null}
      busy={busy}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <div className={css.asked}>
        {!holds && <ReasonRadios value={reason} onChange={setReason} />}
        {/* One button for both ways: the keyboard stays on it when it is pressed. */}
        {one !== null && one.status !== 'on_hold' && (
          <p className="sm">
            <Rich
              text={holds ? 'certificateList.revokeInstead' : 'certificateList.holdInstead'}
              tags={{ way: <OtherWay onPress={() => setHolds(!holds)} /> }}
            />
          </p>
        )}
        {one !== null && <RevocationFollows {...holderOf(one)} inUse={isInUse(one)} holds={holds} />}
      </div>
    </ConfirmDialog>
  );
}

function OtherWay({ onPress, children }: { onPress: () => void; children?: ReactNode }) {
  return (
    <button type="button" className={css.way} onClick={onPress}>
      {children}
    </button>
  );
}
