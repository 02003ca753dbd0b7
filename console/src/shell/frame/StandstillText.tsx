/** What stands still on the platform in words, and where a person looks after it. */
import type { Standstill } from '@signet/contract/areas/health';
import type { CallResponse } from '../../api/call.ts';
import { Rich, type RichTags } from '../../i18n/Rich.tsx';
import { ANY, paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';

/** Which mails it is about, as the list of outgoing mail filters them. */
export const MAIL_STATUS: Partial<Record<Standstill, string>> = {
  'mail-waiting': 'queued',
  'mail-failed': 'given_up',
};

export type StandstillItem = CallResponse<'GET /account/ui-api/v1/platform/health'>['items'][number];

/** Where a person looks after it; null where the log of the process says all that there is. */
export function standstillPage(kind: Standstill): string | null {
  if (kind === 'audit-forwarding') return paths.auditForwarding();
  // Of all events: what the person looked for last has nothing to do with it.
  if (kind.startsWith('audit')) return paths.logging({ action: ANY });
  if (kind.startsWith('authority')) return paths.certificateAuthorities();
  if (kind.startsWith('mail')) return paths.outgoingMail({ status: MAIL_STATUS[kind] });
  return kind === 'client-tools' ? paths.clientTools() : null;
}

/** What stands still and since when; the pages that it names are links where `links` are given. */
export function StandstillText({
  item: { kind, count, since },
  links = {},
}: {
  item: StandstillItem;
  links?: RichTags;
}) {
  const time = useDateTimeFormat();
  return (
    <Rich
      text={`standstill.${kind}`}
      params={{ count, at: time(since) }}
      tags={{ code: <code className="mono" />, ...links }}
    />
  );
}
