/** How an event ended: quiet where it succeeded. */
import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { useText } from '../../i18n/text.ts';
import { StatusBadge, StatusDot } from '../../ui/State.tsx';

export function Result({ event: { result } }: { event: Pick<AuditEventRow, 'result'> }) {
  const t = useText();
  if (result === 'success') return <StatusDot on>{t('audit.result.success')}</StatusDot>;
  return <StatusBadge tone="bad">{t('audit.result.failure')}</StatusBadge>;
}
