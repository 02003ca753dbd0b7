/** The columns of the organizations list. */
import type { OrganizationRow } from '@signet/contract/areas/organizations';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { useSmallScreen } from '../../shell/list/small-screen.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { useCountryName } from '../../session/countries.ts';

/** `accounts`: whether the viewer sees more than one account. */
export function useOrganizationColumns({ accounts }: { accounts: boolean }): Column<OrganizationRow>[] {
  const t = useText();
  const country = useCountryName();
  const small = useSmallScreen();
  const none = <span className="t3">{t('common.none')}</span>;
  return [
    {
      key: 'name',
      head: t('organizations.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.organization(row.id)} title={row.name}>
          {row.name}
        </PageLink>
      ),
    },
    ...(accounts
      ? [
          {
            key: 'account',
            head: t('organizations.account_name'),
            small: 'id' as const,
            width: 220,
            // In two lines the account's name says nothing more where the organization has the same.
            cell: (row: OrganizationRow) => (
              <LongCell>{small && row.account_name === row.name ? country(row.country) : row.account_name}</LongCell>
            ),
          },
        ]
      : []),
    {
      key: 'city',
      head: t('organizations.city'),
      sort: 'city',
      small: 'end',
      width: 180,
      cell: (row) =>
        row.city === '' ? (
          none
        ) : (
          <span className="t2" title={row.city}>
            {row.city}
          </span>
        ),
    },
    {
      key: 'country',
      head: t('organizations.country'),
      sort: 'country',
      width: 160,
      cell: (row) => (
        <span className="t2" title={country(row.country)}>
          {country(row.country)}
        </span>
      ),
    },
    {
      key: 'phone',
      head: t('organizations.phone'),
      width: 150,
      cell: (row) => (row.phone === '' ? none : <span className="t2">{row.phone}</span>),
    },
  ];
}
