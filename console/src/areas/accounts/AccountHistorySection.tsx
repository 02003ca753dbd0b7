/** Who changed what of an account: loaded once the section is opened. */
import type { Account } from '@signet/contract/areas/accounts';
import { Section } from '../../shell/detail/Section.tsx';
import { later } from '../../shell/routing/later.tsx';

const AccountHistory = later(() => import('./AccountHistory.tsx'));

export default function AccountHistorySection({ record }: { record: Account }) {
  return <Section>{() => <AccountHistory accountId={record.id} />}</Section>;
}
