/** What an enrollment gives of a certificate's subject. */
import { COMPONENT_OF, SUBJECT_FIELDS, whyNotGiven, type SubjectField } from '@signet/contract/areas/enrollment-rules';
import type { NewEnrollment } from '@signet/contract/areas/enrollments';
import type { Reason } from '@signet/contract/problem';
import type { GivenSubject, SeatTemplate } from '../../authority/seat-certificate-store.ts';

/** The values of an enrollment as parts of a subject; what is empty is none. */
export const givenOf = (values: { readonly [F in SubjectField]?: string | undefined }): GivenSubject =>
  Object.fromEntries(
    SUBJECT_FIELDS.flatMap((field) => {
      const value = values[field] ?? '';
      return value === '' ? [] : [[COMPONENT_OF[field], value]];
    }),
  );

/** What is given of the subject and can't be, since the template says otherwise: the reasons, under their fields. */
export const givenAgainst = (
  template: SeatTemplate,
  values: { readonly [F in SubjectField]?: string | undefined },
): { field: SubjectField; reason: Reason }[] =>
  SUBJECT_FIELDS.flatMap((field) => {
    const reason = whyNotGiven(template, field, values[field] ?? '');
    return reason ? [{ field, reason }] : [];
  });

/**
 * The field under which a seat's fault is said, of what an invitation has of it: the seat that it names, the address by
 * which it is found, the name of a new one.
 */
export function fieldOfSeat({ seat_id }: Pick<NewEnrollment, 'seat_id'>, isThere: boolean, { params }: Reason) {
  if (seat_id !== undefined) return 'seat_id';
  return isThere || params?.['fault'] === 'address' ? 'email' : 'last_name';
}

/** The field under which a fault of the account is said: the seat that it comes with, or itself. */
export const fieldOfAccount = ({ seat_id }: Pick<NewEnrollment, 'seat_id'>) =>
  seat_id !== undefined ? 'seat_id' : 'account_id';

/** What is not chosen for a person: the platform says it. */
const NOT_FOR_PERSONS = ['template_id', 'email', 'first_name', 'last_name', ...SUBJECT_FIELDS] as const;

/** The first of an invitation's fields that is chosen and can't be for a person; null where none is. */
export function chosenForPerson(body: NewEnrollment): string | null {
  const chosen = NOT_FOR_PERSONS.find((field) => body[field] !== undefined && body[field] !== '');
  return chosen ?? ((body.asked ?? []).length > 0 ? 'asked' : null);
}
