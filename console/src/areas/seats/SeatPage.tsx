/** One seat: who or what it is, what was issued for it, and the way to another certificate. */
import { Button } from '@mantine/core';
import { SEAT } from '@signet/contract/areas/seat-record';
import type { Seat } from '@signet/contract/areas/seats';
import { IconCertificate, IconPencil, IconTrash } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useScope } from '../../session/permissions.ts';
import { useOtherAccount, useSwitchesAccounts } from '../../shell/account/account-name.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import type { SectionsProps } from '../../shell/detail/record-section.ts';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { useCrumbOwner } from '../../shell/navigation/crumbs.ts';
import { useColumnFacts } from '../../shell/record/column-facts.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import type { Fact } from '../../ui/Facts.tsx';
import { DeleteSeat } from './DeleteSeat.tsx';

const trash = <IconTrash size={16} stroke={1.75} aria-hidden />;

export default function SeatPage({ sections }: SectionsProps<Seat>) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const go = useGo();
  const [deleting, setDeleting] = useState<Seat | null>(null);
  const query = useApi('GET /account/ui-api/v2/seat/{id}', { params: { id } });
  useCrumbOwner(useOtherAccount(query.data));
  const facts = useFacts();
  const actions = (one: Seat) => (
    <>
      <EventsLink of={{ resource: one.id }} />
      {one.why_not_delete === null && (
        <Button c="var(--sg-danger-ink)" leftSection={trash} onClick={() => setDeleting(one)}>
          {t('seats.delete')}
        </Button>
      )}
      {one.why_not_delete?.status === 'SEAT_IN_USE' && (
        <RefusedButton whyNot={one.why_not_delete} leftSection={trash}>
          {t('seats.delete')}
        </RefusedButton>
      )}
      {one.abilities.edit && (
        <ButtonLink
          to={paths.seatEdit(id)}
          pageKey="E"
          leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
        >
          {t('seats.edit')}
        </ButtonLink>
      )}
      {one.abilities.issue && (
        <ButtonLink
          to={paths.seatIssue(id)}
          variant="filled"
          leftSection={<IconCertificate size={16} stroke={1.75} aria-hidden />}
        >
          {t('seats.issue')}
        </ButtonLink>
      )}
    </>
  );
  return (
    <>
      <DetailPage query={query} name={(one) => one.name} actions={actions} facts={facts} sections={sections} />
      <DeleteSeat seat={deleting} onClose={() => setDeleting(null)} onDeleted={() => go(paths.seats())} />
    </>
  );
}

function useFacts(): (one: Seat) => Fact[] {
  const t = useText();
  const facts = useColumnFacts();
  const time = useDateTimeFormat();
  const scope = useScope();
  const switches = useSwitchesAccounts();
  return (one) => [
    ...(scope === 'system' || scope === 'partner' || switches
      ? [{ label: t('seats.account'), value: one.account_name }]
      : []),
    ...facts(SEAT, one, { without: ['name'] }),
    { label: t('seats.created_at'), value: time(one.created_at) },
  ];
}
