/** What can be done to many certificates at once. */
import { ACCESS } from '@signet/contract/access';
import { CERTIFICATE_FILTERS } from '@signet/contract/areas/certificate-record';
import type { GivenReason } from '@signet/contract/areas/certificate-rules';
import type { CertificateRow } from '@signet/contract/areas/certificates';
import { IconCertificateOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import type { Bulk, BulkAct } from '../../shell/list/bulk.ts';
import { soundFilters } from '../../shell/list/declared-filters.ts';
import { nameOf } from './columns.tsx';
import { ReasonField } from './ReasonField.tsx';

/** `filters`: those in force. */
export function useCertificateBulk(filters: Readonly<Record<string, string>>): Bulk<CertificateRow> {
  const t = useText();
  const revokes = useAllows(ACCESS.certificates.revoke);
  const [reason, setReason] = useState<GivenReason | ''>('');
  const revoke: BulkAct = {
    label: t('certificateList.revoke'),
    icon: IconCertificateOff,
    danger: true,
    asks: {
      title: t('bulk.title.certificates.revoke', { reason: 'none' }),
      fields: <ReasonField value={reason} onChange={setReason} />,
      begin: () => setReason(''),
      whyNotYet: reason === '' ? t('certificateList.reasonFirst') : null,
    },
    plan(ids, make) {
      const chosen = ids === null ? { filters: soundFilters(CERTIFICATE_FILTERS, filters) } : { ids: [...ids] };
      const body = { ...chosen, input: { reason: reason === '' ? ('unspecified' as const) : reason } };
      return make('POST /account/ui-api/v1/certificate/bulk/revoke', { body });
    },
  };
  return { name: nameOf, acts: revokes ? [revoke] : [], planAt: paths.certificatesPlan };
}
