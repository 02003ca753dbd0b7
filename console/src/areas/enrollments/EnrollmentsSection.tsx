/** The enrollments of a seat or a person, the newest first, and the way to another one. */
import { Button } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import type { EnrollmentRow } from '@signet/contract/areas/enrollments';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { useReturnToRow } from '../../shell/list/row-focus.ts';
import { Table } from '../../shell/list/Table.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { useEnrollmentActs } from './acts.tsx';
import { useEnrollmentColumns } from './columns.tsx';
import css from './enrollments.module.css';

const LIST = 'GET /account/ui-api/v2/enrollment';
/** How many show at first, and how many more with each click. */
const STEP = 20;

/** Whose they are. */
export type Whose = { seat_id: string } | { user_id: string };

export function EnrollmentsSection({ of, mayInvite }: { of: Whose; mayInvite: boolean }) {
  const t = useText();
  const invites = useAllows(ACCESS.enrollments.invite);
  const [limit, setLimit] = useState(STEP);
  const query = useApiList(LIST, { query: { ...of, limit } });
  const invite = invites && mayInvite && (
    <ButtonLink
      to={paths.enrollmentCreate('seat_id' in of ? { seat: of.seat_id } : { person: of.user_id })}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('enrollments.invite')}
    </ButtonLink>
  );
  return (
    <Section count={query.data?.total} actions={invite}>
      {() => <Enrollments query={query} onMore={() => setLimit(limit + STEP)} />}
    </Section>
  );
}

type Props = { query: ReturnType<typeof useApiList<typeof LIST>>; onMore: () => void };

function Enrollments({ query, onMore }: Props) {
  const t = useText();
  const manages = useAllows(ACCESS.enrollments.manage);
  const columns = useEnrollmentColumns({ accounts: false }).filter(({ key }) => key !== 'email');
  const { actsOf, dialog } = useEnrollmentActs();
  const { data, error } = query;
  const box = useRef<HTMLDivElement>(null);
  const onRowClick = useReturnToRow(box, data ? data.items.map(({ id }) => id) : null);
  if (error && !data) return <Unread error={error} retry={query.refetch} />;
  if (!data) return <Busy />;
  if (data.total === 0) return <p className="t2">{t('enrollments.none')}</p>;
  const rowMenu = (row: EnrollmentRow) => (
    <RowActions label={t('list.actionsFor', { name: row.name })} actions={actsOf(row)} />
  );
  return (
    <>
      <div ref={box} className={`card ${css.table}`}>
        <Table
          caption={t('nav.enrollments')}
          columns={columns}
          rows={data.items}
          rowId={(row) => row.id}
          rowMenu={manages ? rowMenu : undefined}
          busy={query.isPlaceholderData}
          limit={STEP}
          onRowClick={onRowClick}
        />
      </div>
      {data.total > data.items.length && (
        <Button className={css.more ?? ''} loading={query.isPlaceholderData} onClick={onMore}>
          {t('list.more')}
        </Button>
      )}
      {dialog}
    </>
  );
}
