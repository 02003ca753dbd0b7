/** What is told of a certificate that somebody signs in with, and how a list of them is sorted. */
import { LIMITS } from '../limits.ts';
import { columns, STAMPS } from '../record.ts';

/** Columns of the table `certificate`, which has those that are for other things as well. */
export const CLIENT_AUTH_CERTIFICATE = columns({
  id: { type: 'id' },
  user_id: { type: 'id', audited: true },
  /** What its person calls it, such as the machine that it is on; may be empty. */
  name: {
    type: 'text',
    format: 'line',
    max: LIMITS.certificateNameMax,
    from: 'default',
    input: 'optional',
    label: 'clientAuth.name',
  },
  common_name: { type: 'text', audited: true, label: 'clientAuth.common_name' },
  subject_text: { type: 'text', audited: true },
  issuer_text: { type: 'text', audited: true },
  key_type: { type: 'text', audited: true },
  valid_from: { type: 'instant', audited: true },
  valid_to: { type: 'instant', audited: true, label: 'clientAuth.valid_to' },
  /** SHA-256 of the whole, in hexadecimal: by it a certificate is known when somebody comes with it. */
  fingerprint: { type: 'text', audited: true },
  enabled: { type: 'boolean', from: 'default', audited: true },
  revoked_at: { type: 'instant', nullable: true, audited: true },
  revocation_reason: { type: 'text', nullable: true, audited: true },
  ...STAMPS,
  created_at: { type: 'instant' },
});

export const CLIENT_AUTH_CERTIFICATE_SORT = ['name', 'common_name', 'valid_to', 'created_at'] as const;
