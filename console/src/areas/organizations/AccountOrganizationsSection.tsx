/** The organizations of an account, with the ways to their table, to a new one and to each (A-064, A-073, S-073). */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { IconPlus } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useCurrentAccount, useSwitchesAccounts } from '../../shell/account/account-name.ts';
import { useAllows } from '../../session/permissions.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useCountryName } from '../../session/countries.ts';
import { RecordLines } from '../../shell/detail/RecordLines.tsx';
import { Section } from '../../shell/detail/Section.tsx';

const LIST = 'GET /account/ui-api/v1/organization';
/** How many show here; the others are in the table. */
const SHOWN = 10;

export default function AccountOrganizationsSection({ record }: { record: Account }) {
  const t = useText();
  const country = useCountryName();
  const { data, error, refetch } = useApi(LIST, { query: { account_id: record.id, limit: SHOWN } });
  // Who switches between accounts has the current one's in the list, or all of them.
  const switches = useSwitchesAccounts();
  const current = useCurrentAccount();
  const manages = useAllows(ACCESS.organizations.manage);
  const actions = (
    <>
      <ButtonLink to={paths.organizations({ account_id: switches && record.id !== current?.id ? 'any' : record.id })}>
        {t('accounts.allOrganizations')}
      </ButtonLink>
      {manages && (
        <ButtonLink
          to={paths.organizationCreate({ account: record.id })}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        >
          {t('organizations.create')}
        </ButtonLink>
      )}
    </>
  );
  const lines = data?.items.map((one) => ({
    id: one.id,
    name: one.name,
    to: paths.organization(one.id),
    more: [one.city, country(one.country)].filter(Boolean).join(', '),
    act: manages && (
      <PageLink
        className="sm"
        to={paths.organizationEdit(one.id)}
        aria-label={t('organizations.editOne', { name: one.name })}
      >
        {t('organizations.editLink')}
      </PageLink>
    ),
  }));
  return (
    <Section count={data?.total} actions={actions}>
      {() => <RecordLines read={{ error, refetch, total: data?.total }} lines={lines} none={t('organizations.none')} />}
    </Section>
  );
}
