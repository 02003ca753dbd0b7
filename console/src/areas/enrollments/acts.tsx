/** What is done to an open enrollment: its invitation is sent again, or it is canceled. */
import { ACCESS } from '@signet/contract/access';
import {
  tellsOfCancellation,
  whyNotCancelEnrollment,
  whyNotResendEnrollment,
} from '@signet/contract/areas/enrollment-rules';
import type { EnrollmentRow } from '@signet/contract/areas/enrollments';
import type { Reason } from '@signet/contract/problem';
import { IconBan, IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { useAllows, useSelf } from '../../session/permissions.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useMailed } from '../../shell/notices/mailed.ts';
import { useAct } from '../../shell/record/use-act.ts';

type One = Pick<EnrollmentRow, 'id' | 'name' | 'email' | 'status' | 'renews' | 'person' | 'certificate_id'>;
type Asked = { what: 'resend' | 'cancel'; of: One };

/** The acts of one enrollment for a menu or for buttons, and the dialog that asks before each. */
export function useEnrollmentActs() {
  const t = useText();
  const self = useSelf();
  const manages = useAllows(ACCESS.enrollments.manage);
  const [asked, setAsked] = useState<Asked | null>(null);
  const mailed = useMailed();
  const { busy, run } = useAct(asked !== null, () => setAsked(null));
  const actsOf = (of: One) => {
    if (!manages) return [];
    const inWords = (reason: Reason | null) => reason && problemText({ message: '', ...reason });
    return [
      {
        label: t('enrollments.resend'),
        icon: IconMailForward,
        whyNot: inWords(whyNotResendEnrollment(self, of)),
        act: () => setAsked({ what: 'resend', of }),
      },
      {
        label: t('enrollments.cancel'),
        icon: IconBan,
        danger: true,
        whyNot: inWords(whyNotCancelEnrollment(self, of)),
        act: () => setAsked({ what: 'cancel', of }),
      },
    ];
  };
  const resend = ({ id }: One) => change('POST /account/ui-api/v2/enrollment/{id}/resend', { params: { id } });
  const cancel = ({ id }: One) =>
    change('PUT /account/ui-api/v2/enrollment/{id}/status', { params: { id }, body: { status: 'canceled' } });
  const isCancel = asked?.what === 'cancel';
  const dialog = (
    <ConfirmDialog
      opened={asked !== null}
      title={t(isCancel ? 'enrollments.cancelTitle' : 'enrollments.resendTitle', { name: asked?.of.name ?? '' })}
      act={t(isCancel ? 'enrollments.cancel' : 'enrollments.resend')}
      danger={isCancel}
      busy={busy}
      onConfirm={() =>
        asked &&
        void run(
          () => (isCancel ? cancel(asked.of) : resend(asked.of)),
          isCancel ? 'enrollments.canceled' : () => mailed('enrollments.resent', 'enrollments.resentHeld'),
        )
      }
      onClose={() => setAsked(null)}
    >
      {isCancel
        ? t('enrollments.cancelBody', { told: tellsOfCancellation(asked.of) ? 'yes' : 'no' })
        : t('enrollments.resendBody', { email: asked?.of.email ?? '' })}
    </ConfirmDialog>
  );
  return { actsOf, dialog };
}
