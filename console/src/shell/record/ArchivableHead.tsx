/** What stands at the head of a record that is archived rather than deleted, on its own page. */
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EventsLink } from '../events/EventsLink.tsx';
import { ReasonMessage, type FieldReason } from '../form/ReasonText.tsx';
import { ButtonLink } from '../routing/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import type { RowAction } from './RowActions.tsx';

type Managed = { id: string; why_not_manage: FieldReason | null };

/** Its events, and for those who may manage it: archive or restore, and edit at the address `edit.to`. */
export function ArchivableActions({
  record,
  archive: { label, icon: Sign, act },
  busy,
  edit,
}: {
  record: Managed;
  archive: RowAction & { act: () => void };
  busy: boolean;
  edit: { to: string; label: string };
}) {
  return (
    <>
      <EventsLink of={{ resource: record.id }} />
      {record.why_not_manage === null && (
        <>
          <Button leftSection={<Sign size={16} stroke={1.75} aria-hidden />} loading={busy} onClick={act}>
            {label}
          </Button>
          <ButtonLink to={edit.to} pageKey="E" leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}>
            {edit.label}
          </ButtonLink>
        </>
      )}
    </>
  );
}

/** A banner that says why this one may not be managed; nothing for those who may change none at all. */
export const whyNotManage = ({ why_not_manage: whyNot }: Managed): ReactNode =>
  whyNot !== null &&
  whyNot.status !== 'FORBIDDEN' && (
    <Banner tone="info">
      <ReasonMessage reason={whyNot} />
    </Banner>
  );
