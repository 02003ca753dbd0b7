/** The values of the form of a certificate profile, and what is sent of them. */
import {
  CERTIFICATE_PROFILE,
  PROFILE_KEY_USAGES,
  PROFILE_PURPOSES,
} from '@signet/contract/areas/certificate-profile-record';
import { whyNotProfile } from '@signet/contract/areas/certificate-profile-rules';
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { KEY_TYPES } from '@signet/contract/key-types';
import type { Reason } from '@signet/contract/problem';
import { createBody, emptyForm, formValues, type FormValues } from '@signet/contract/record-form';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';

const profileEdit = laterSchema(async () => (await import('@signet/contract/areas/certificate-profiles')).profileEdit);

/** `account_id`: empty for all accounts. */
export type CertificateProfileValues = FormValues<typeof CERTIFICATE_PROFILE> & { account_id: string };

export const NO_PROFILE = emptyForm(CERTIFICATE_PROFILE);

export const valuesOf = (one: CertificateProfileAnswer): CertificateProfileValues => ({
  ...formValues(CERTIFICATE_PROFILE, one),
  account_id: one.account_id ?? '',
});

const among = <V extends string>(values: readonly V[], chosen: readonly string[]): V[] =>
  values.filter((value) => chosen.includes(value));

/** The account goes along only when the profile is made. */
export const toBody = (values: CertificateProfileValues) => ({
  ...createBody(CERTIFICATE_PROFILE, values),
  key_usage: among(PROFILE_KEY_USAGES, values.key_usage),
  purposes: among(PROFILE_PURPOSES, values.purposes),
  key_types: among(KEY_TYPES, values.key_types),
});

/** The rules are asked by themselves too: the schema comes to them only once each field is right by itself. */
export function whyNotValues(values: CertificateProfileValues): Record<string, Reason | null> {
  const body = toBody(values);
  return { ...reasonsOf(profileEdit, body), ...reasonsOf(whyNotProfile, body) };
}
