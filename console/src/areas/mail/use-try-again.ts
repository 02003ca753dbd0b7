import { MAIL_FILTERS } from '@signet/contract/areas/mail-record';
import type { MailRow } from '@signet/contract/areas/mail';
import { IconRefresh } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Bulk, MakePlan } from '../../shell/list/bulk.ts';
import { soundFilters } from '../../shell/list/declared-filters.ts';

/** Mail that is held, waits or has failed is tried again, many at once. `filters`: those in force. */
export function useTryAgain(filters: Readonly<Record<string, string>>): Bulk<MailRow> {
  const t = useText();
  const again = {
    label: t('common.tryAgain'),
    icon: IconRefresh,
    plan: (ids: readonly string[] | null, make: MakePlan) =>
      make('POST /account/ui-api/v1/mail/bulk/resend', {
        body: { ...(ids === null ? { filters: soundFilters(MAIL_FILTERS, filters) } : { ids: [...ids] }), input: {} },
      }),
  };
  return { name: (row) => row.subject, acts: [again], planAt: paths.outgoingMailPlan };
}
