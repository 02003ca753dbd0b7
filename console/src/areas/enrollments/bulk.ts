/** What can be done to many enrollments at once. */
import { ACCESS } from '@signet/contract/access';
import type { ENROLLMENT_FILTERS } from '@signet/contract/areas/enrollment-record';
import type { EnrollmentRow } from '@signet/contract/areas/enrollments';
import { IconBan, IconMailForward } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import type { soundFilters } from '../../shell/list/declared-filters.ts';
import type { Bulk } from '../../shell/list/bulk.ts';

type Filters = ReturnType<typeof soundFilters<typeof ENROLLMENT_FILTERS>>;

/** `filters`: those in force. */
export function useEnrollmentBulk(filters: Filters): Bulk<EnrollmentRow> {
  const t = useText();
  const manages = useAllows(ACCESS.enrollments.manage);
  const choose = (ids: readonly string[] | null) => (ids === null ? { filters } : { ids: [...ids] });
  return {
    name: (row) => row.name,
    acts: manages
      ? [
          {
            label: t('bulk.title.enrollments.resend'),
            icon: IconMailForward,
            plan: (ids, make) =>
              make('POST /account/ui-api/v2/enrollment/bulk/resend', { body: { ...choose(ids), input: {} } }),
          },
          {
            label: t('bulk.title.enrollments.cancel'),
            icon: IconBan,
            danger: true,
            plan: (ids, make) =>
              make('POST /account/ui-api/v2/enrollment/bulk/cancel', { body: { ...choose(ids), input: {} } }),
          },
        ]
      : [],
    planAt: paths.enrollmentsPlan,
  };
}
