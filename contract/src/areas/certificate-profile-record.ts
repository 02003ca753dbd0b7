/** What a certificate profile is made of, and how its list is filtered and sorted. */
import { filters } from '../filter.ts';
import { KEY_TYPES } from '../key-types.ts';
import { LIMITS } from '../limits.ts';
import { columns, STAMPS } from '../record.ts';
import { CERT_TYPES } from './certificate-template-record.ts';

/** What a key may be used for, of those that mean something for people, devices and servers (RFC 5280, 4.2.1.3). */
export const PROFILE_KEY_USAGES = ['digitalSignature', 'keyEncipherment'] as const;
/** What a certificate may be for (RFC 5280, 4.2.1.12); OCSP is the platform's own. */
export const PROFILE_PURPOSES = ['client_auth', 'server_auth', 'email_protection'] as const;
export type ProfilePurpose = (typeof PROFILE_PURPOSES)[number];

/** Without an account it is for all. The product's own are called `built_in` and can't be changed. */
export const CERTIFICATE_PROFILE = columns({
  id: { type: 'id' },
  name: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.certificateProfileNameMax,
    input: 'required',
    label: 'certificateProfiles.name',
  },
  account_id: { type: 'id', nullable: true, audited: true },
  built_in: { type: 'text', nullable: true },
  description: {
    type: 'text',
    format: 'line',
    max: LIMITS.nameMax,
    from: 'default',
    input: 'optional',
    label: 'certificateProfiles.description',
  },
  cert_type: { type: 'choice', of: CERT_TYPES, audited: true },
  path_length: { type: 'integer', nullable: true },
  key_usage: {
    type: 'texts',
    max: 20,
    maxItems: 10,
    input: 'required',
    label: 'certificateProfiles.key_usage',
  },
  purposes: {
    type: 'texts',
    max: 20,
    maxItems: 10,
    from: 'default',
    input: 'required',
    label: 'certificateProfiles.purposes',
  },
  key_types: {
    type: 'texts',
    max: 20,
    maxItems: KEY_TYPES.length,
    input: 'required',
    label: 'certificateProfiles.key_types',
  },
  days: { type: 'integer', input: 'required', label: 'certificateProfiles.days' },
  unrevocable: { type: 'boolean', from: 'default' },
  archived_at: { type: 'instant', nullable: true, audited: true, label: 'certificateProfiles.archivedAt' },
  ...STAMPS,
});

export const PROFILE_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  account_id: { type: 'id', description: 'Rows of this account: those that it made for itself.' },
  cert_type: { type: 'choice', of: CERT_TYPES, description: 'Rows by which such a certificate is made.' },
  archived: { type: 'boolean', description: 'Rows that are archived, or those that are not.' },
  built_in: { type: 'boolean', description: 'Rows that come with the product, or those that people made.' },
});
export const PROFILE_SORT = ['name', 'days'] as const;
