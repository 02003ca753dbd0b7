/** What of a certificate the invited person fills in. */
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { ASKABLE_FIELDS, whyNotFormValue, type AskableField } from '@signet/contract/areas/enrollment-rules';
import type { Reason } from '@signet/contract/problem';

export type FormValues = Partial<Record<AskableField, string>>;

/** The fields that are asked for, in the order of the contract. */
export const askedOf = ({ asked }: PublicEnrollment): AskableField[] =>
  ASKABLE_FIELDS.filter((field) => asked.includes(field));

/** What stands in the form at first: what was typed before the page was loaded again, else what is given already. */
export const firstValues = (enrollment: PublicEnrollment, kept: Readonly<Record<string, string>> | null): FormValues =>
  Object.fromEntries(askedOf(enrollment).map((field) => [field, kept?.[field] ?? enrollment[field]]));

/** What is wrong, by field: the address must be one, and nothing that is shown may be empty (S-194, S-195). */
export const whyNotValues = (enrollment: PublicEnrollment, values: FormValues): Record<string, Reason | null> =>
  Object.fromEntries(askedOf(enrollment).map((field) => [field, whyNotFormValue(field, values[field] ?? '')]));
