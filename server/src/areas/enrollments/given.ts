/** What an enrollment gives of a certificate's subject. */
import { SUBJECT_FIELDS, type SubjectField } from '@signet/contract/areas/enrollment-rules';
import type { GivenSubject, SeatTemplate } from '../../authority/seat-certificate-store.ts';

/** How certificates call each field. */
const COMPONENT_OF = {
  organization_units: 'organizational_unit',
  street_address: 'street_address',
  postal_code: 'postal_code',
  locality: 'locality',
  state: 'state',
  country: 'country',
} as const satisfies Record<SubjectField, keyof GivenSubject>;

/** The values of an enrollment as parts of a subject; what is empty is none. */
export const givenOf = (values: { readonly [F in SubjectField]?: string | undefined }): GivenSubject =>
  Object.fromEntries(
    SUBJECT_FIELDS.flatMap((field) => {
      const value = values[field] ?? '';
      return value === '' ? [] : [[COMPONENT_OF[field], value]];
    }),
  );

/** What the template says of a field; empty where it leaves it open. */
export function saidByTemplate(template: SeatTemplate | null, field: SubjectField): string {
  const component = COMPONENT_OF[field];
  return template && component !== 'street_address' && component !== 'postal_code' ? template[component] : '';
}
