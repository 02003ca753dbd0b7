/** How the list of outgoing mail is filtered and sorted. */
import { filters } from '../filter.ts';

/** held: no mail server is configured, read it here. */
export const MAIL_STATUSES = ['queued', 'held', 'sent', 'failed'] as const;

/** For so many days an email that was given up after its last try is told to those who look after the platform. */
export const GIVEN_UP_DAYS = 7;

/** What has failed as its list tells it apart: what the platform gave up lately, not what a recipient refused. */
export const MAIL_STATUS_CHOICES = [...MAIL_STATUSES, 'given_up'] as const;

export const MAIL_FILTERS = filters({
  to: { type: 'text', max: 254 },
  status: {
    type: 'choice',
    of: MAIL_STATUS_CHOICES,
    description: `Of this status, or "given_up": after the last try, within the last ${GIVEN_UP_DAYS} days.`,
  },
});
export const MAIL_SORT = ['created_at', 'to', 'status'] as const;
