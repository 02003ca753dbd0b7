/** What the audit log shall have of an enrollment that is canceled with something else. */
import type { EnrollmentStatus } from '@signet/contract/areas/enrollment-rules';

type Ended = { id: string; name: string; account_id: string; status: EnrollmentStatus };

export const eventOfCanceled = ({ id, name, account_id, status }: Ended) => ({
  as: { action: 'UPDATE', resource: 'ENROLLMENT', result: 'success' } as const,
  resource_id: id,
  resource_name: name,
  account_id,
  before: { stage: status },
  after: { stage: 'canceled' },
});
