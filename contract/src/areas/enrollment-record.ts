/** What an enrollment is made of, and how its list is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { LOCALES } from '../locales.ts';
import { columns, STAMPS } from '../record.ts';
import {
  ASKABLE_FIELDS,
  ENROLLMENT_METHODS,
  ENROLLMENT_STAGES,
  ENROLLMENT_STATUSES,
  KEYSTORE_LOCATIONS,
  SUBJECT_FIELD_MAX,
} from './enrollment-rules.ts';

const given = <L extends string>(max: number, label: L) =>
  ({ type: 'text', format: 'subjectLine', max, from: 'default', input: 'optional', label }) as const;

/** For a seat, by a template; or for a person who signs in with it, by the platform's own profile. */
export const ENROLLMENT = columns({
  id: { type: 'id' },
  account_id: { type: 'id', audited: true },
  seat_id: { type: 'id', nullable: true, audited: true },
  user_id: { type: 'id', nullable: true, audited: true },
  template_id: { type: 'id', nullable: true, audited: true },
  /** Whom the invitation names: the seat or the person as they were called then. */
  name: { type: 'text', audited: true, label: 'enrollments.name' },
  first_name: { type: 'text', from: 'default', label: 'enrollments.first_name' },
  last_name: { type: 'text', from: 'default', label: 'enrollments.last_name' },
  /** Where the invitation goes. */
  email: { type: 'text', audited: true, label: 'enrollments.email' },
  locale: { type: 'choice', of: LOCALES, audited: true, label: 'enrollments.locale' },
  keystore_location: {
    type: 'choice',
    of: KEYSTORE_LOCATIONS,
    audited: true,
    label: 'enrollments.keystore_location',
    valueTexts: 'enrollments.keystore',
  },
  enrollment_method: {
    type: 'choice',
    of: ENROLLMENT_METHODS,
    audited: true,
    label: 'enrollments.enrollment_method',
    valueTexts: 'enrollments.method',
  },
  stage: { type: 'choice', of: ENROLLMENT_STAGES, audited: true, internal: true },
  /** SHA-256 of the code of its link, in hexadecimal digits. */
  code_hash: { type: 'text', internal: true },
  /** In days from the day of issuing, where it is less than a year. */
  validity: { type: 'integer', nullable: true, audited: true, label: 'enrollments.validity' },
  organization_units: given(SUBJECT_FIELD_MAX.organization_units, 'enrollments.organization_units'),
  street_address: given(SUBJECT_FIELD_MAX.street_address, 'enrollments.street_address'),
  postal_code: given(SUBJECT_FIELD_MAX.postal_code, 'enrollments.postal_code'),
  locality: given(SUBJECT_FIELD_MAX.locality, 'enrollments.locality'),
  state: given(SUBJECT_FIELD_MAX.state, 'enrollments.state'),
  country: given(SUBJECT_FIELD_MAX.country, 'enrollments.country'),
  /** What the invited person fills in. */
  asked: {
    type: 'texts',
    max: 30,
    maxItems: ASKABLE_FIELDS.length,
    from: 'default',
    audited: true,
    label: 'enrollments.asked',
  },
  certificate_id: { type: 'id', nullable: true, audited: true },
  /** The certificate that it renews, whose key is proved. */
  renews: { type: 'id', nullable: true, audited: true },
  /** SHA-256 of what the key of that one has to sign, in hexadecimal digits. */
  challenge_hash: { type: 'text', nullable: true, internal: true },
  challenge_until: { type: 'instant', nullable: true, internal: true },
  /** For how many keys certificates were made: more than one where a key was lost before it was redeemed. */
  keys: { type: 'integer', from: 'default' },
  /** In which kind of key store the key is, as the page said. */
  keystore_type: { type: 'text', nullable: true, audited: true },
  /** The mail with its link. */
  mail_id: { type: 'id', nullable: true, internal: true },
  sent_at: { type: 'instant', label: 'enrollments.sent_at' },
  expires_at: { type: 'instant', audited: true, label: 'enrollments.expires_at' },
  generated_at: { type: 'instant', nullable: true, label: 'enrollments.generated_at' },
  redeemed_at: { type: 'instant', nullable: true, label: 'enrollments.redeemed_at' },
  canceled_at: { type: 'instant', nullable: true, label: 'enrollments.canceled_at' },
  name_folded: { type: 'text', from: 'generated', internal: true },
  owner_account_id: { type: 'id', nullable: true, from: 'trigger', internal: true },
  ...STAMPS,
  created_at: { type: 'instant', label: 'enrollments.created_at' },
  created_by: { type: 'id', nullable: true, internal: true },
});

export const ENROLLMENT_ROW = [
  'id',
  'account_id',
  'seat_id',
  'user_id',
  'template_id',
  'name',
  'email',
  'keystore_location',
  'enrollment_method',
  'certificate_id',
  'renews',
  'sent_at',
  'expires_at',
  'redeemed_at',
  'created_at',
] as const;

export const ENROLLMENT_FILTERS = filters({
  name: {
    type: 'text',
    max: LIMITS.nameMax,
    description: 'Rows whose name or email address contains this; neither case nor accents matter.',
  },
  status: { type: 'choice', of: ENROLLMENT_STATUSES },
  keystore_location: { type: 'choice', of: KEYSTORE_LOCATIONS },
  renewal: { type: 'boolean', description: 'Rows that renew a certificate, or those that invite to one.' },
  account_id: { type: 'id', description: 'Rows of this account.' },
  seat_id: { type: 'id', description: 'Rows that invite to a certificate for this seat.' },
  user_id: { type: 'id', description: 'Rows that invite this person.' },
  template_id: { type: 'id', description: 'Rows by this template.' },
});
export const ENROLLMENT_SORT = ['created_at', 'expires_at', 'name'] as const;
