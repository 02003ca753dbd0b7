/** The states of an outgoing mail, and what it was written for, in words. */
import type { MailRow } from '@signet/contract/areas/mail';
import { isTextKey, useText } from '../../i18n/text.ts';
import { StatusBadge, StatusDot, type Tone } from '../../ui/State.tsx';

const TONES: Record<Exclude<MailRow['status'], 'sent'>, Tone> = { queued: 'busy', held: 'warn', failed: 'bad' };

/** Quiet in a row once it is sent; `block` is the status block of its own page. */
export function MailStatus({ status, block = false }: { status: MailRow['status']; block?: boolean }) {
  const t = useText();
  const label = t(`outgoingMail.status.${status}`);
  if (status !== 'sent') return <StatusBadge tone={TONES[status]}>{label}</StatusBadge>;
  return block ? <StatusBadge tone="ok">{label}</StatusBadge> : <StatusDot on>{label}</StatusDot>;
}

/** "Invitation"; a kind without a text of its own is shown as it is. */
export function useMailKind(): (kind: string) => string {
  const t = useText();
  return (kind) => {
    const key = `outgoingMail.kind.${kind}`;
    return isTextKey(key) ? t(key) : kind;
  };
}
