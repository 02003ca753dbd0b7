/** The organizations of an account, with the ways to their table and to a new one. */
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useCurrentAccount, useSwitchesAccounts } from '../../shell/account/account-name.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useCountryName } from '../../session/countries.ts';
import type { SectionSpec } from '../../shell/detail/DetailSections.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import css from './accounts.module.css';

const LIST = 'GET /account/ui-api/v1/organization';
/** How many show here; the others are in the table. */
const SHOWN = 10;

export function useOrganizationsSection(
  accountId: string | undefined,
  sees: boolean,
  manages: boolean,
): Pick<SectionSpec, 'count' | 'actions'> {
  const t = useText();
  const { data } = useQuery({
    ...queryOf(LIST, { query: { account_id: accountId ?? '', limit: SHOWN } }),
    enabled: sees && accountId !== undefined,
  });
  // Who switches between accounts has the current one's in the list, or all of them.
  const switches = useSwitchesAccounts();
  const current = useCurrentAccount();
  return {
    count: data?.total,
    actions: accountId !== undefined && (
      <>
        <ButtonLink to={paths.organizations({ account_id: switches && accountId !== current?.id ? 'any' : accountId })}>
          {t('accounts.allOrganizations')}
        </ButtonLink>
        {manages && (
          <ButtonLink
            to={paths.organizationCreate({ account: accountId })}
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          >
            {t('organizations.create')}
          </ButtonLink>
        )}
      </>
    ),
  };
}

export function OrganizationsSection({ accountId }: { accountId: string }) {
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
