/** The customers of a partner, with the ways to their table and to a new one. */
import { ACCESS, allows } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { IconPlus } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useSelf } from '../../session/permissions.ts';
import { AccountState } from '../../shell/account/AccountState.tsx';
import { RecordLines } from '../../shell/detail/RecordLines.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';

const LIST = 'GET /account/ui-api/v1/account';
/** How many show here; the others are in the table. */
const SHOWN = 10;

export default function AccountCustomersSection({ record }: { record: Account }) {
  const t = useText();
  const self = useSelf();
  const creates = allows(ACCESS.accounts.create, self);
  const { data, error, refetch } = useApi(LIST, { query: { partner_account_name: record.id, limit: SHOWN } });
  const total = record.customers;
  const actions = (
    <>
      <ButtonLink to={paths.accounts({ partner_account_name: record.id, active: 'any' })}>
        {t('accounts.allCustomers')}
      </ButtonLink>
      {creates && record.active && (
        <ButtonLink
          // What a partner creates is its own customer's.
          to={paths.accountCreate(self.scope === 'partner' ? {} : { partner: record.id })}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        >
          {t('accounts.create')}
        </ButtonLink>
      )}
    </>
  );
  const lines = data?.items.map((one) => ({
    id: one.id,
    name: one.display_name,
    to: paths.account(one.id),
    badge: <AccountState active={one.active} />,
    more: one.friendly_identifier,
  }));
  return (
    <Section count={total} actions={actions}>
      {() => (
        <RecordLines
          read={{ error, refetch, total }}
          lines={lines}
          none={total === 0 ? t('accounts.noCustomers') : t('list.moreInTable', { count: total })}
        />
      )}
    </Section>
  );
}
