/** The columns of the list of authorities. */
import type { AuthorityRow } from '@signet/contract/areas/certificate-authorities';
import { lastDayOf } from '@signet/contract/dates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import type { Column } from '../../shell/list/column.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { AuthorityBadge } from './AuthorityBadge.tsx';

export function useAuthorityColumns(): Column<AuthorityRow>[] {
  const t = useText();
  const date = useDateFormat();
  return [
    {
      key: 'name',
      head: t('authorities.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <PageLink to={paths.certificateAuthority(row.id)} title={row.name}>
          {row.name}
        </PageLink>
      ),
    },
    {
      key: 'account',
      head: t('authorities.account'),
      small: 'id',
      width: 160,
      cell: (row) => (
        <span className="t2" data-long title={row.account_name ?? t('authorities.platform')}>
          {row.account_name ?? t('authorities.platform')}
        </span>
      ),
    },
    {
      key: 'kind',
      head: t('authorities.kind'),
      width: 90,
      cell: (row) => <span className="t2">{t(`authorities.kind.${row.kind}`)}</span>,
    },
    {
      key: 'issuer',
      head: t('authorities.issuer'),
      width: 140,
      cell: (row) =>
        row.issuer_name === null ? (
          <span className="t3">{t('authorities.itself')}</span>
        ) : (
          <span className="t2" title={row.issuer_name}>
            {row.issuer_name}
          </span>
        ),
    },
    {
      key: 'valid_to',
      head: t('authorities.ends'),
      sort: 'valid_to',
      small: 'end',
      width: 120,
      cell: (row) => <DateText value={row.valid_to} text={date(lastDayOf(row.valid_to))} />,
    },
    {
      key: 'state',
      head: t('authorities.state'),
      small: 'status',
      width: 110,
      cell: (row) => <AuthorityBadge state={row.state} quiet />,
    },
  ];
}
