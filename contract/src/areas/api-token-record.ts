/** What an API token is made of, and how the list of somebody's tokens is sorted. */
import { LIMITS } from '../limits.ts';
import { columns, STAMPS } from '../record.ts';
import { PERMISSIONS } from '../viewer.ts';

/** What every token begins with. No blank and no hyphen, so that a double click chooses the whole. */
export const TOKEN_PREFIX = 'signet_';

/** The text of a token is kept nowhere: `token_hash` is its SHA-256 in hexadecimal. */
export const API_TOKEN = columns({
  id: { type: 'id' },
  user_id: { type: 'id', audited: true },
  name: { type: 'text', format: 'filledLine', max: LIMITS.tokenNameMax, input: 'required', label: 'tokens.name' },
  token_hash: { type: 'text', internal: true },
  last_four: { type: 'text', audited: true, label: 'tokens.token' },
  /** The last day on which it is good, in UTC; null for one that does not end. */
  end_date: { type: 'day', nullable: true, input: 'optional', label: 'tokens.end_date' },
  enabled: {
    type: 'boolean',
    from: 'default',
    audited: true,
    label: 'tokens.state',
    valueTexts: ['tokens.disabled', 'tokens.enabled'],
  },
  /** Addresses and ranges that it may come from; none for any. */
  allowed_addresses: {
    type: 'texts',
    max: LIMITS.addressRangeMax,
    maxItems: LIMITS.tokenAddressesMax,
    from: 'default',
    input: 'optional',
    label: 'tokens.allowed_addresses',
  },
  /** Null for all that its person has; else those of them that it has too. */
  permissions: {
    type: 'texts',
    max: 64,
    maxItems: PERMISSIONS.length,
    nullable: true,
    input: 'optional',
    label: 'tokens.permissions',
  },
  last_used_at: { type: 'instant', nullable: true, label: 'tokens.last_used_at' },
  last_used_address: { type: 'text', nullable: true },
  /** The end of which its person was reminded, and how many days before. */
  reminded_end: { type: 'day', nullable: true, internal: true },
  reminded_days: { type: 'integer', nullable: true, internal: true },
  created_by: { type: 'id', nullable: true, internal: true },
  ...STAMPS,
  created_at: { type: 'instant' },
});

export const API_TOKEN_SORT = ['name', 'end_date', 'last_used_at', 'created_at'] as const;
