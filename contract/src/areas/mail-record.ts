/** How the list of outgoing mail is filtered and sorted. */
import { filters } from '../filter.ts';

/** held: no mail server is configured, read it here. */
export const MAIL_STATUSES = ['queued', 'held', 'sent', 'failed'] as const;

export const MAIL_FILTERS = filters({
  to: { type: 'text', max: 254 },
  status: { type: 'choice', of: MAIL_STATUSES },
});
export const MAIL_SORT = ['created_at', 'to', 'status'] as const;
