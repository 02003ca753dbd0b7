/** The name of what an event is about, as the log has it: browsers translate only what is a text of the console. */
import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { useEventName } from './event-name.ts';

type Props = { event: Pick<AuditEventRow, 'resource_type' | 'resource_name'>; className?: string };

export function ResourceName({ event: { resource_type, resource_name }, className }: Props) {
  const name = useEventName();
  const shown = name(resource_type, resource_name);
  if (shown === null) return null;
  return (
    <span className={className} {...(shown === resource_name && { translate: 'no' })}>
      {shown}
    </span>
  );
}
