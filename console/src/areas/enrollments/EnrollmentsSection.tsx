/** The enrollments of a seat or a person, the newest first, and the way to another one. */
import { ACCESS } from '@signet/contract/access';
import type { EnrollmentRow } from '@signet/contract/areas/enrollments';
import type { Reason } from '@signet/contract/problem';
import { IconPlus } from '@tabler/icons-react';
import { useApiList } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { GrowingTable, useGrowing } from '../../shell/detail/GrowingTable.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useEnrollmentActs } from './acts.tsx';
import { useEnrollmentColumns } from './columns.tsx';

const LIST = 'GET /account/ui-api/v2/enrollment';

/** Whose they are. */
export type Whose = { seat_id: string } | { user_id: string };

/** `mayInvite`: whether whoever looks could ever invite them; `whyNot`: why they can't be invited now. */
type Invitable = { of: Whose; mayInvite: boolean; whyNot?: Reason | null };

export function EnrollmentsSection({ of, mayInvite, whyNot = null }: Invitable) {
  const t = useText();
  const invites = useAllows(ACCESS.enrollments.invite);
  const { limit, onMore } = useGrowing();
  const query = useApiList(LIST, { query: { ...of, limit } });
  const plus = <IconPlus size={16} stroke={1.75} aria-hidden />;
  const button = whyNot ? (
    <RefusedButton whyNot={whyNot} leftSection={plus}>
      {t('enrollments.invite')}
    </RefusedButton>
  ) : (
    <ButtonLink
      to={paths.enrollmentCreate('seat_id' in of ? { seat: of.seat_id } : { person: of.user_id })}
      leftSection={plus}
    >
      {t('enrollments.invite')}
    </ButtonLink>
  );
  return (
    <Section count={query.data?.total} actions={invites && mayInvite && button}>
      {() => <Enrollments query={query} onMore={onMore} />}
    </Section>
  );
}

type Props = { query: ReturnType<typeof useApiList<typeof LIST>>; onMore: () => void };

function Enrollments({ query, onMore }: Props) {
  const t = useText();
  const manages = useAllows(ACCESS.enrollments.manage);
  const columns = useEnrollmentColumns({ accounts: false }).filter(({ key }) => key !== 'email');
  const { actsOf, dialog } = useEnrollmentActs();
  const rowMenu = (row: EnrollmentRow) => (
    <RowActions label={t('list.actionsFor', { name: row.name })} actions={actsOf(row)} />
  );
  return (
    <>
      <GrowingTable
        caption={t('nav.enrollments')}
        columns={columns}
        query={query}
        onMore={onMore}
        none={t('enrollments.none')}
        rowMenu={manages ? rowMenu : undefined}
      />
      {dialog}
    </>
  );
}
