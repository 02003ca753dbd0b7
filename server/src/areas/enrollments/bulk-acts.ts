/** What can be done to many enrollments at once, each by the store function of the single act. */
import { whyNotCancelEnrollment, whyNotResendEnrollment } from '@signet/contract/areas/enrollment-rules';
import { enrollments as single } from '@signet/contract/areas/enrollments';
import { ENROLLMENT_BULK_INPUT } from '@signet/contract/areas/enrollments-bulk';
import type { Viewer } from '@signet/contract/viewer';
import { bulkAct } from '../../bulk/act.ts';
import type { Db } from '../../db/open.ts';
import { cancelEnrollment, resendEnrollment } from './change-store.ts';
import { enrollmentTargets, readEnrollment } from './store.ts';

const common = {
  rows: enrollmentTargets,
  read: (viewer: Viewer, tx: Db, id: string, now: Date) => readEnrollment(viewer, tx, id, { now, lock: true }),
};

export const enrollmentBulkActs = {
  cancel: bulkAct({
    ...common,
    name: 'enrollments.cancel',
    single: single.cancel,
    input: ENROLLMENT_BULK_INPUT.cancel,
    verdict(viewer, row) {
      if (row.status === 'canceled') return 'same';
      const refused = whyNotCancelEnrollment(viewer, row);
      return refused ? { refused } : { change: 'light' };
    },
    perform: (viewer, tx, { id }, _input, now, runtime) => cancelEnrollment(runtime, viewer, tx, id, now),
  }),

  resend: bulkAct({
    ...common,
    // Its people are locked before it, which the single act does by itself.
    read: (viewer: Viewer, tx: Db, id: string, now: Date) => readEnrollment(viewer, tx, id, { now }),
    name: 'enrollments.resend',
    single: single.resend,
    input: ENROLLMENT_BULK_INPUT.resend,
    verdict(viewer, row) {
      const refused = whyNotResendEnrollment(viewer, row);
      return refused ? { refused } : { change: 'light' };
    },
    perform: (viewer, tx, { id }, _input, now, runtime) => resendEnrollment(runtime, viewer, tx, id, now),
  }),
};
