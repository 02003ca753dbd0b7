/** How far a receiver has come, why it does not get on, and what came of the newest test event. */
import type { AuditReceiver, Delivery } from '@signet/contract/areas/audit-forwarding';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { useFailureText } from './ReceiverState.tsx';
import { SendAgain } from './SendAgain.tsx';

export function DeliverySection({ receiver }: { receiver: AuditReceiver }) {
  const { enabled, delivery } = receiver;
  const t = useText();
  const time = useDateTimeFormat();
  const failureText = useFailureText();
  const never = <span className="t3">{t('auditForwarding.never')}</span>;
  const moment = (at: string | null) => (at === null ? never : <DateText value={at} text={time(at)} />);
  const { waiting, next_index, last_sent_at, failure, failed_tries, next_try_at, test } = delivery;
  // Its place is there before any result is, which else would not be read out everywhere.
  const result = (
    <div role="status">
      <TestResult test={test} />
    </div>
  );
  const facts: Fact[] = [
    { label: t('auditForwarding.waiting'), value: waiting },
    // Not the one received last: what is sent again had arrived before.
    { label: t('auditForwarding.nextIndex'), value: next_index },
    { label: t('auditForwarding.lastSent'), value: moment(last_sent_at) },
    ...(failure
      ? [
          { label: t('auditForwarding.failedTries'), value: failed_tries },
          ...(enabled ? [{ label: t('auditForwarding.nextTry'), value: moment(next_try_at) }] : []),
          { label: t('auditForwarding.failure'), value: failureText(failure), wide: true },
        ]
      : []),
    { label: t('auditForwarding.test'), value: result, wide: true },
  ];
  return (
    <DetailSection title={t('auditForwarding.delivery')} actions={<SendAgain receiver={receiver} />}>
      <Facts facts={facts} />
    </DetailSection>
  );
}

function TestResult({ test }: { test: Delivery['test'] }) {
  const t = useText();
  const time = useDateTimeFormat();
  const failureText = useFailureText();
  if (test === null) return <span className="t3">{t('auditForwarding.test.none')}</span>;
  if (test.done_at === null) return <StatusBadge tone="busy">{t('auditForwarding.test.waiting')}</StatusBadge>;
  const at = <DateText value={test.done_at} text={time(test.done_at)} />;
  return test.failure ? (
    <>
      <StatusBadge tone="bad">{t('auditForwarding.state.failing')}</StatusBadge> {at}
      <p>{failureText(test.failure)}</p>
    </>
  ) : (
    <>
      <StatusBadge tone="ok">{t('auditForwarding.test.arrived')}</StatusBadge> {at}
    </>
  );
}
