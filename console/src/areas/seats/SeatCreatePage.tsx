/** A new seat. Whoever sees several accounts chooses the one it belongs to; others have their own. */
import { ACCESS } from '@signet/contract/access';
import { SEAT } from '@signet/contract/areas/seat-record';
import { createBody } from '@signet/contract/record-form';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows, useScope } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { NO_SEAT, SeatForm } from './SeatForm.tsx';

export default function SeatCreatePage() {
  const t = useText();
  const scope = useScope();
  const own = useCurrentAccount()?.id ?? '';
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const severalAccounts = useProfile().accounts.length > 1;
  const chooses = scope === 'system' || scope === 'partner' || severalAccounts;
  const form = useCreate({
    initial: { ...NO_SEAT, account_id: seesAccounts && scope === 'system' ? '' : own },
    create: (values) =>
      change('POST /account/ui-api/v1/seat', {
        body: { ...createBody(SEAT, values), ...(chooses ? { account_id: values.account_id } : {}) },
      }),
    act: 'seats.create',
    created: 'seats.created',
    to: ({ id }) => paths.seat(id),
    back: paths.seats(),
  });
  return <SeatForm title={t('seats.create')} form={form} choosesAccount={chooses} />;
}
