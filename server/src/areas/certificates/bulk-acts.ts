/** What can be done to many certificates at once, by the store function of the single act. */
import { whyNotRevoke } from '@signet/contract/areas/certificate-rules';
import { certificates } from '@signet/contract/areas/certificates';
import { CERTIFICATE_BULK_INPUT } from '@signet/contract/areas/certificates-bulk';
import { lockKeyOf } from '../../authority/same-key-store.ts';
import { bulkAct } from '../../bulk/act.ts';
import { certificateTargets, readCertificateRecord, revokeOne } from './store.ts';

export const certificateBulkActs = {
  revoke: bulkAct({
    name: 'certificates.revoke',
    single: certificates.revoke,
    input: CERTIFICATE_BULK_INPUT.revoke,
    rows: certificateTargets,
    verdict(viewer, row, { reason }) {
      const why = whyNotRevoke(viewer, row, reason);
      if (why?.status === 'REVOKED_ALREADY' || why?.status === 'ON_HOLD_ALREADY') return 'same';
      if (why) return { refused: why };
      // A hold can be released, and asks for no word one by one either.
      return { change: reason === 'certificateHold' ? 'light' : 'heavy' };
    },
    async read(viewer, tx, id, now) {
      // The key before the row, as the single act.
      await lockKeyOf(tx, id);
      return readCertificateRecord(viewer, tx, id, { now, lock: true });
    },
    perform: (viewer, tx, { id }, { reason }, now) => revokeOne(viewer, tx, id, reason, now),
  }),
};
