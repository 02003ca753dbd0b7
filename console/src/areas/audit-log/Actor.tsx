/** Who did it: a person by the name of then, the platform itself, or nobody that is known. */
import type { AuditEventRow } from '@signet/contract/areas/audit-log';
import { useText } from '../../i18n/text.ts';

export function Actor({ event }: { event: Pick<AuditEventRow, 'actor_name' | 'actor_via' | 'actor_scope'> }) {
  const t = useText();
  const { actor_name: name, actor_via: via, actor_scope: scope } = event;
  if (name === null) return <span className="t3">{t(via === 'system' ? 'audit.byItself' : 'audit.nobody')}</span>;
  const isForeign = scope === 'system' || scope === 'partner';
  return (
    <span title={isForeign ? `${name}, ${t(`scope.${scope}`)}` : name}>
      {name}
      {isForeign && <span className="t3">, {t(`scope.${scope}`)}</span>}
    </span>
  );
}
