/** One receiver: its settings, how far it has come, and a test of it. */
import { AUDIT_RECEIVER } from '@signet/contract/areas/audit-receiver-record';
import type { AuditReceiver } from '@signet/contract/areas/audit-forwarding';
import { parseStoredDateTime } from '@signet/contract/dates';
import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { CertificateBadge } from '../../shell/certificate/CertificateBadge.tsx';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import { useColumnFacts } from '../../shell/record/column-facts.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { DateText } from '../../ui/DateText.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { DeleteReceiver } from './DeleteReceiver.tsx';
import { DeliverySection } from './DeliverySection.tsx';
import { ReceiverState } from './ReceiverState.tsx';

/** How often it is looked at again, in milliseconds: while a test is under way, and while events wait. */
const TEST_MS = 1_000;
const WAITING_MS = 5_000;

export default function ReceiverPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const go = useGo();
  const [deleting, setDeleting] = useState<AuditReceiver | null>(null);
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/audit-receiver/{id}', { params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.delivery.test?.done_at === null) return TEST_MS;
      return data?.enabled && data.delivery.waiting > 0 ? WAITING_MS : false;
    },
  });
  const facts = useFacts();
  const actions = (one: AuditReceiver) => <Actions receiver={one} onDelete={() => setDeleting(one)} />;
  return (
    <>
      <DetailPage query={query} name={(one) => one.name} actions={actions} facts={facts}>
        {(one) => <DeliverySection receiver={one} />}
      </DetailPage>
      <DeleteReceiver
        receiver={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => go(paths.auditForwarding())}
      />
    </>
  );
}

function useFacts(): (one: AuditReceiver) => Fact[] {
  const t = useText();
  const time = useDateTimeFormat();
  const facts = useColumnFacts();
  return (one) => [
    { label: t('auditForwarding.state'), value: <ReceiverState receiver={one} block /> },
    ...facts(AUDIT_RECEIVER, one, {
      without: ['name', 'address', 'ca_certificate', 'client_certificate', 'enabled'],
    }),
    {
      label: t('auditForwarding.ca_certificate'),
      value: t(
        one.ca_certificate === '' ? 'auditForwarding.ca_certificatePublic' : 'auditForwarding.ca_certificateOwn',
      ),
    },
    ...(one.certificate === null
      ? []
      : [
          { label: t('auditForwarding.client_certificate'), value: <ShownCertificate certificate={one.certificate} /> },
        ]),
    ...(one.secret_set_at === null
      ? []
      : [
          {
            label: t(
              one.authentication === 'certificate'
                ? 'auditForwarding.private_key_set_at'
                : 'auditForwarding.secret_set_at',
            ),
            value: <DateText value={one.secret_set_at} text={time(one.secret_set_at)} />,
          },
        ]),
    { label: t('auditForwarding.address'), value: <span className="mono">{one.address}</span>, wide: true },
  ];
}

/** Whose it is and until when; receivers refuse one that has ended. */
function ShownCertificate({
  certificate: { subject, valid_to },
}: {
  certificate: NonNullable<AuditReceiver['certificate']>;
}) {
  const t = useText();
  const time = useDateTimeFormat();
  const [now] = useState(() => new Date());
  const ended = parseStoredDateTime(valid_to) < now;
  return (
    <>
      <div>{subject}</div>
      <div className="t2 sm">
        {t('certificates.validTo')} <DateText value={valid_to} text={time(valid_to)} />
      </div>
      {ended && <CertificateBadge status="expired" />}
    </>
  );
}

function Actions({ receiver, onDelete }: { receiver: AuditReceiver; onDelete: () => void }) {
  const t = useText();
  const { busy, run } = useAct();
  const { id, name, address, version, enabled } = receiver;
  const params = { id };
  const turn = () =>
    change('PUT /account/ui-api/v1/audit-receiver/{id}', {
      params,
      query: { version },
      body: { name, address, enabled: !enabled },
    });
  const test = () => change('PUT /account/ui-api/v1/audit-receiver/{id}/test', { params });
  const Sign = enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <>
      <Button
        c="var(--sg-danger-ink)"
        leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
        onClick={onDelete}
      >
        {t('auditForwarding.delete')}
      </Button>
      <Button
        loading={busy}
        leftSection={<Sign size={16} stroke={1.75} aria-hidden />}
        onClick={() => void run(turn, enabled ? 'auditForwarding.turnedOff' : 'auditForwarding.turnedOn')}
      >
        {t(enabled ? 'auditForwarding.turnOff' : 'auditForwarding.turnOn')}
      </Button>
      <Button
        loading={busy}
        leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
        onClick={() => void run(test)}
      >
        {t('auditForwarding.test.send')}
      </Button>
      <ButtonLink
        to={paths.auditReceiverEdit(id)}
        pageKey="E"
        leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
      >
        {t('auditForwarding.edit')}
      </ButtonLink>
    </>
  );
}
