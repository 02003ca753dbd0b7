/** What stands still on the platform, for those who can look after it. */
import { ACCESS } from '@signet/contract/access';
import type { Standstill } from '@signet/contract/areas/health';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { useText, type TextKey } from '../../i18n/text.ts';
import { localDay } from '../../session/date-time.ts';
import { useAllows } from '../../session/permissions.ts';
import { standstillPage, StandstillText } from '../../shell/frame/StandstillText.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { stateOf, type Need, type Read } from './needs.ts';

/** The part of the platform that it is of. */
const PART: Record<Standstill, TextKey> = {
  'audit-log': 'overview.part.auditLog',
  'audit-refused': 'overview.part.auditLog',
  'audit-forwarding': 'overview.part.auditForwarding',
  'jobs-waiting': 'overview.part.jobs',
  'jobs-failed': 'overview.part.jobs',
  'mail-waiting': 'overview.part.mail',
  'mail-failed': 'overview.part.mail',
  'authority-list': 'overview.part.authorities',
  'authority-responder': 'overview.part.authorities',
  'authority-end': 'overview.part.authorities',
  'authority-intentions': 'overview.part.authorities',
  'authority-key': 'overview.part.authorities',
  'certificate-records': 'overview.part.certificates',
  'client-tools': 'overview.part.clientTools',
};

export function useStandstills(): Read {
  const t = useText();
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/platform/health'),
    enabled: useAllows(ACCESS.platformHealth.view),
  });
  const needs = (query.data?.items ?? []).map((item): Need => ({
    key: `standstill:${item.kind}`,
    group: 'now',
    icon: IconAlertTriangle,
    name: t(PART[item.kind]),
    own: false,
    kind: t('overview.ofPlatform'),
    effect: <StandstillText item={item} />,
    to: standstillPage(item.kind),
    on: localDay(item.since),
    badge: <StatusBadge tone={item.kind.startsWith('audit') ? 'bad' : 'warn'}>{t('overview.standsStill')}</StatusBadge>,
  }));
  return { needs, ...stateOf(query) };
}
