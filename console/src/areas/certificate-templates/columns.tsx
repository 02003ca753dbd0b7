/** The columns of the list of templates. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../shell/list/column.ts';
import { LongCell } from '../../shell/list/LongCell.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import css from './certificate-templates.module.css';
import { useSeatTypes } from './seat-types.ts';
import { TemplateState } from './TemplateState.tsx';

export function useTemplateColumns(): Column<TemplateAnswer>[] {
  const t = useText();
  const seatTypes = useSeatTypes();
  return [
    {
      key: 'name',
      head: t('templates.name'),
      sort: 'name',
      small: 'name',
      cell: (row) => (
        <span className={css.named} data-beside>
          <PageLink to={paths.certificateTemplate(row.id)} title={row.name}>
            {row.name}
          </PageLink>
          <TemplateState of={row} />
        </span>
      ),
    },
    {
      key: 'account',
      head: t('templates.account'),
      small: 'id',
      width: 190,
      cell: (row) => <LongCell>{row.account_name ?? t('certificateProfiles.allAccounts')}</LongCell>,
    },
    {
      key: 'profile',
      head: t('templates.profile'),
      small: 'end',
      width: 200,
      cell: (row) => <LongCell>{row.profile_name}</LongCell>,
    },
    {
      key: 'seat_types',
      head: t('templates.seats'),
      width: 190,
      cell: (row) => <LongCell>{seatTypes(row.seat_types)}</LongCell>,
    },
    {
      key: 'days',
      head: t('certificateProfiles.days'),
      num: true,
      width: 140,
      cell: (row) => t('list.total', { total: row.days }),
    },
  ];
}
