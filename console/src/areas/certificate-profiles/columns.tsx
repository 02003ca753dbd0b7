/** The columns of the list of certificate profiles. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import css from './certificate-profiles.module.css';
import { useCertificateProfileWords } from './certificate-profile-words.ts';

export function useCertificateProfileColumns(): Column<CertificateProfileAnswer>[] {
  const t = useText();
  const words = useCertificateProfileWords();
  return [
    {
      key: 'name',
      head: t('certificateProfiles.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <span className={css.named} data-beside>
          <PageLink to={paths.certificateProfile(row.id)} title={row.name}>
            {row.name}
          </PageLink>
          {row.archived_at !== null && <StatusBadge tone="off">{t('certificateProfiles.archived')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'account',
      head: t('certificateProfiles.account'),
      small: 'id',
      width: 180,
      cell: (row) => <LongCell>{words.account(row)}</LongCell>,
    },
    {
      key: 'purposes',
      head: t('certificateProfiles.purposes'),
      width: 250,
      narrow: 200,
      cell: (row) => <LongCell>{row.purposes.map(words.purpose).join(', ')}</LongCell>,
    },
    {
      key: 'kind',
      head: t('certificateProfiles.kind'),
      small: 'end',
      width: 110,
      cell: (row) => <LongCell>{words.kind(row)}</LongCell>,
    },
    {
      key: 'templates',
      head: t('certificateProfiles.templates'),
      num: true,
      width: 110,
      cell: (row) => t('list.total', { total: row.templates }),
    },
    {
      key: 'days',
      head: t('certificateProfiles.days'),
      sort: 'days',
      num: true,
      width: 140,
      cell: (row) => t('list.total', { total: row.days }),
    },
  ];
}
