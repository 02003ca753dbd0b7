/** Accounts that come here, or have come. */
import type { ArrivalSummary } from '@signet/contract/areas/migration';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { RecordLines } from '../../shell/detail/RecordLines.tsx';
import { ArrivalState } from './ArrivalState.tsx';
import { arrivalName } from './names.ts';

export function Arrivals() {
  const t = useText();
  const time = useDateTimeFormat();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/migration/arrival');
  const lineOf = ({ id, state, account, made_at }: ArrivalSummary) => ({
    id,
    name: arrivalName({ account, state }),
    to: paths.migration(id),
    badge: <ArrivalState state={state} />,
    more: time(made_at),
  });
  return (
    <DetailSection title={t('migration.arrivals')}>
      <RecordLines
        read={{ error, refetch, total: data?.items.length }}
        lines={data?.items.map(lineOf)}
        none={t('migration.noArrivals')}
      />
    </DetailSection>
  );
}
