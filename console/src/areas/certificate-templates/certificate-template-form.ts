/** The values of the form of a template, and what is sent of them. */
import { CERTIFICATE_TEMPLATE } from '@signet/contract/areas/certificate-template-record';
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { SEAT_TYPES } from '@signet/contract/areas/seat-record';
import type { Reason } from '@signet/contract/problem';
import { createBody, emptyForm, formValues, type FormValues } from '@signet/contract/record-form';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';

const templateEdit = laterSchema(
  async () => (await import('@signet/contract/areas/certificate-templates')).templateEdit,
);

/** Empty: `account_id` for all accounts, `authority_id` for the one that signs for the account. */
export type TemplateValues = FormValues<typeof CERTIFICATE_TEMPLATE> & {
  account_id: string;
  profile_id: string;
  authority_id: string;
};

export const NO_TEMPLATE = { ...emptyForm(CERTIFICATE_TEMPLATE), profile_id: '', authority_id: '' };

export const valuesOf = (one: TemplateAnswer): TemplateValues => ({
  ...formValues(CERTIFICATE_TEMPLATE, one),
  account_id: one.account_id ?? '',
  profile_id: one.profile_id,
  authority_id: one.authority_id ?? '',
});

/** The account goes along only when the template is made. */
export const toBody = (values: TemplateValues) => ({
  ...createBody(CERTIFICATE_TEMPLATE, values),
  seat_types: SEAT_TYPES.filter((type) => values.seat_types.includes(type)),
  profile_id: values.profile_id,
  authority_id: values.authority_id === '' ? null : values.authority_id,
});

export const whyNotValues = (values: TemplateValues): Record<string, Reason | null> => ({
  ...reasonsOf(templateEdit, toBody(values)),
  ...(values.profile_id === '' ? { profile_id: { status: 'REQUIRED_CHOICE' as const } } : {}),
});
