/** How a receiver is doing, in a word, and why it does not get on, in a sentence. */
import type { AuditReceiver, Delivery } from '@signet/contract/areas/audit-forwarding';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, StatusDot } from '../../ui/State.tsx';

/** Quiet in a row where all is well; `block` is the status block of its own page. */
export function ReceiverState({ receiver, block = false }: { receiver: AuditReceiver; block?: boolean }) {
  const t = useText();
  const { enabled, delivery } = receiver;
  if (!enabled) {
    const off = t('auditForwarding.off');
    return block ? <StatusBadge tone="off">{off}</StatusBadge> : <StatusDot on={false}>{off}</StatusDot>;
  }
  if (delivery.failure) return <StatusBadge tone="bad">{t('auditForwarding.state.failing')}</StatusBadge>;
  if (delivery.waiting > 0)
    return <StatusBadge tone="busy">{t('auditForwarding.state.waiting', { count: delivery.waiting })}</StatusBadge>;
  const current = t('auditForwarding.state.current');
  return block ? <StatusBadge tone="ok">{current}</StatusBadge> : <StatusDot on>{current}</StatusDot>;
}

/** "Nobody answers at its address: …" */
export function useFailureText(): (failure: NonNullable<Delivery['failure']>) => string {
  const t = useText();
  return ({ reason, detail }) => t(`auditForwarding.failure.${reason}`, { detail });
}
