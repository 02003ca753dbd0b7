/** How the list of certificates is filtered and sorted. */
import { CERTIFICATE_STATUSES } from '../certificate-status.ts';
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';

export const CERTIFICATE_FILTERS = filters({
  name: {
    type: 'text',
    max: LIMITS.nameMax,
    description: 'Rows whose subject or email address contains this; neither case nor accents matter.',
  },
  status: { type: 'choice', of: CERTIFICATE_STATUSES },
  serial: {
    type: 'text',
    max: 64,
    description: 'Rows with this serial number, in hexadecimal digits; colons and blanks between them do not matter.',
  },
  account_id: { type: 'id', description: 'Rows of this account.' },
  authority_id: { type: 'id', description: 'Rows that this authority has signed.' },
  profile_id: { type: 'id', description: 'Rows that were made by this profile.' },
  user_id: { type: 'id', description: 'Rows that sign in this person or service user.' },
  seat_id: { type: 'id', description: 'Rows that were issued for this seat.' },
  ends_from: { type: 'day', description: 'Rows that end on this day or later, in UTC.' },
  ends_to: { type: 'day', notBefore: 'ends_from', description: 'Rows that end on this day or before, in UTC.' },
});
export const CERTIFICATE_SORT = ['created_at', 'valid_to', 'common_name'] as const;
