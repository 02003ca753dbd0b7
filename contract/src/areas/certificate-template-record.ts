/** What a template for certificates is made of, and how its list is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, STAMPS } from '../record.ts';
import { SEAT_TYPES } from './seat-record.ts';

/** What may be made by a profile: another authority, or a certificate for somebody. */
export const CERT_TYPES = ['root_ca', 'issuing_ca', 'end_entity'] as const;
export type CertType = (typeof CERT_TYPES)[number];

const optional = <F extends 'line' | 'subjectLine', L extends string>(format: F, max: number, label: L) =>
  ({ type: 'text', format, max, from: 'default', input: 'optional', label }) as const;

/** Without an account it is for all; without an authority the one signs that signs for the account. */
export const CERTIFICATE_TEMPLATE = columns({
  id: { type: 'id' },
  name: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.certificateTemplateNameMax,
    input: 'required',
    label: 'templates.name',
  },
  account_id: { type: 'id', nullable: true, audited: true },
  description: optional('line', LIMITS.nameMax, 'templates.description'),
  profile_id: { type: 'id', audited: true },
  authority_id: { type: 'id', nullable: true, audited: true },
  // The bounds of RFC 5280, A.1.
  organization: optional('subjectLine', 64, 'templates.organization'),
  organizational_unit: optional('subjectLine', 64, 'templates.organizational_unit'),
  locality: optional('subjectLine', 128, 'templates.locality'),
  state: optional('subjectLine', 128, 'templates.state'),
  country: optional('subjectLine', 2, 'templates.country'),
  seat_types: {
    type: 'texts',
    max: 20,
    maxItems: SEAT_TYPES.length,
    input: 'required',
    label: 'templates.seat_types',
  },
  /** Only for keys of which a token says that they were made in it. */
  requires_attestation: {
    type: 'boolean',
    from: 'default',
    input: 'optional',
    label: 'templates.requires_attestation',
    valueTexts: ['templates.anyKey', 'templates.attestedKey'],
  },
  /** Whether the address of a person's seat stands in the certificate as user principal name too. */
  principal_names: {
    type: 'boolean',
    from: 'default',
    input: 'optional',
    label: 'templates.principal_names',
    valueTexts: ['templates.noPrincipalNames', 'templates.addressAsPrincipalName'],
  },
  archived_at: { type: 'instant', nullable: true, audited: true, label: 'templates.archivedAt' },
  ...STAMPS,
});

export const TEMPLATE_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  cert_type: { type: 'choice', of: CERT_TYPES, description: 'Rows by which such a certificate is made.' },
  account_id: { type: 'id', description: 'Rows of this account: those that it made for itself.' },
  archived: { type: 'boolean', description: 'Rows that are archived, or those that are not.' },
});
export const TEMPLATE_SORT = ['name'] as const;
