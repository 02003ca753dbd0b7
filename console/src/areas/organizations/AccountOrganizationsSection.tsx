/** The organizations of an account, with the ways to their table and to a new one. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { IconPlus } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useCurrentAccount, useSwitchesAccounts } from '../../shell/account/account-name.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useCountryName } from '../../session/countries.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import css from './organizations.module.css';

const LIST = 'GET /account/ui-api/v1/organization';
/** How many show here; the others are in the table. */
const SHOWN = 10;

export default function AccountOrganizationsSection({ record }: { record: Account }) {
  const t = useText();
  const { data } = useApi(LIST, { query: { account_id: record.id, limit: SHOWN } });
  // Who switches between accounts has the current one's in the list, or all of them.
  const switches = useSwitchesAccounts();
  const current = useCurrentAccount();
  const actions = (
    <>
      <ButtonLink to={paths.organizations({ account_id: switches && record.id !== current?.id ? 'any' : record.id })}>
        {t('accounts.allOrganizations')}
      </ButtonLink>
      <Allowed access={ACCESS.organizations.manage}>
        <ButtonLink
          to={paths.organizationCreate({ account: record.id })}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        >
          {t('organizations.create')}
        </ButtonLink>
      </Allowed>
    </>
  );
  return (
    <Section count={data?.total} actions={actions}>
      {() => <Organizations accountId={record.id} />}
    </Section>
  );
}

function Organizations({ accountId }: { accountId: string }) {
  const t = useText();
  const country = useCountryName();
  const { data, error, refetch } = useApi(LIST, { query: { account_id: accountId, limit: SHOWN } });
  if (error && !data)
    return (
      <Failed
        title={t('list.failed')}
        message={problemText(error)}
        correlationId={error.correlationId}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{t('organizations.none')}</p>;
  return (
    <ul className={`card ${css.lines}`}>
      {data.items.map((one) => (
        <li key={one.id}>
          <PageLink to={paths.organization(one.id)}>{one.name}</PageLink>
          <span className="t2">{[one.city, country(one.country)].filter(Boolean).join(', ')}</span>
        </li>
      ))}
      {data.total > data.items.length && (
        <li>
          <span className="t2">{t('accounts.moreOrganizations', { count: data.total - data.items.length })}</span>
        </li>
      )}
    </ul>
  );
}
