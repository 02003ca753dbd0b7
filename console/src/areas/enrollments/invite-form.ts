/** What stands in the form of an invitation, what is wrong with it, and what is sent of it. */
import { whyNotSubjectCountry } from '@signet/contract/areas/certificate-template-rules';
import {
  ASKABLE_FIELDS,
  ENROLLMENT_METHODS,
  KEYSTORE_LOCATIONS,
  SUBJECT_FIELD_MAX,
  SUBJECT_FIELDS,
  type SubjectField,
} from '@signet/contract/areas/enrollment-rules';
import { LIMITS } from '@signet/contract/limits';
import { isLocale } from '@signet/contract/locales';
import type { Reason } from '@signet/contract/problem';
import { whyNotEmail, whyNotName } from '@signet/contract/rules';
import { whyNotSubjectLine } from '@signet/contract/subject-line';
import type { CallOptions } from '../../api/call.ts';

/** Whom it invites: for a seat, for a person who signs in with it, or somebody by their address. */
export const WAYS = ['seat', 'person', 'address'] as const;
export type Way = (typeof WAYS)[number];

export type InviteValues = Record<SubjectField, string> & {
  way: string;
  account_id: string;
  seat_id: string;
  user_id: string;
  first_name: string;
  last_name: string;
  email: string;
  template_id: string;
  keystore_location: string;
  enrollment_method: string;
  validity: string;
  open_days: string;
  locale: string;
  asked: string[];
};

export const NO_INVITATION: InviteValues = {
  way: 'seat',
  account_id: '',
  seat_id: '',
  user_id: '',
  first_name: '',
  last_name: '',
  email: '',
  template_id: '',
  keystore_location: 'browser',
  enrollment_method: 'DTA',
  validity: '',
  open_days: String(LIMITS.enrollmentDays),
  locale: '',
  organization_units: '',
  street_address: '',
  postal_code: '',
  locality: '',
  state: '',
  country: '',
  asked: [],
};

/** The longest that a certificate of an enrollment may be good, in days. */
export const YEAR = 365;

const required = (value: string): Reason | null => (value === '' ? { status: 'REQUIRED_CHOICE' } : null);
const ifGiven = (value: string, rule: (value: string) => Reason | null): Reason | null =>
  value.trim() === '' ? null : rule(value.trim());
const days =
  (max: number) =>
  (value: string): Reason | null =>
    /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= max
      ? null
      : { status: 'INVALID_NUMBER', params: { min: 1, max } };

export function whyNotInvite(values: InviteValues): Record<string, Reason | null> {
  const isFor = (way: Way): boolean => values.way === way;
  const ofCertificate: Record<string, Reason | null> = isFor('person')
    ? {}
    : {
        template_id: required(values.template_id),
        validity: ifGiven(values.validity, days(YEAR)),
        ...Object.fromEntries(
          SUBJECT_FIELDS.map((field) => [
            field,
            field === 'country'
              ? whyNotSubjectCountry(values.country)
              : whyNotSubjectLine(values[field], SUBJECT_FIELD_MAX[field]),
          ]),
        ),
      };
  return {
    seat_id: isFor('seat') ? required(values.seat_id) : null,
    user_id: isFor('person') ? required(values.user_id) : null,
    account_id: isFor('address') ? required(values.account_id) : null,
    first_name: isFor('address') ? whyNotName(values.first_name) : null,
    last_name: isFor('address') ? whyNotName(values.last_name) : null,
    email: isFor('address') ? whyNotEmail(values.email) : isFor('seat') ? ifGiven(values.email, whyNotEmail) : null,
    open_days: days(LIMITS.enrollmentDaysMax)(values.open_days),
    ...ofCertificate,
  };
}

/** What holds for all who are invited by a list; whom it invites stands in its rows. */
const FOR_ALL = [
  'account_id',
  'template_id',
  'validity',
  'asked',
  'keystore_location',
  'enrollment_method',
  'open_days',
  'locale',
] as const;
export type ForAllValues = Pick<InviteValues, (typeof FOR_ALL)[number]>;

const asOne = (values: ForAllValues): InviteValues => ({ ...NO_INVITATION, ...values, way: 'address' });

export function whyNotForAll(values: ForAllValues): Record<string, Reason | null> {
  const reasons = whyNotInvite(asOne(values));
  return Object.fromEntries(FOR_ALL.map((name) => [name, reasons[name] ?? null]));
}

/** What is sent of it, as a single invitation would say it. */
export function forAllBody(values: ForAllValues) {
  const whom = { first_name: '', last_name: '', email: '' };
  const { first_name: _first, last_name: _last, email: _email, ...body } = { ...whom, ...inviteBody(asOne(values)) };
  return body;
}

type Invitation = NonNullable<CallOptions<'POST /account/ui-api/v2/enrollment'>['body']>;

/** What is sent: nothing of what another choice would have needed. */
export function inviteBody(values: InviteValues): Invitation {
  const location = KEYSTORE_LOCATIONS.find((one) => one === values.keystore_location) ?? 'browser';
  const method = ENROLLMENT_METHODS.find((one) => one === values.enrollment_method) ?? 'DTA';
  const shared = {
    keystore_location: location,
    // A key of the browser is handed over in a file: there is no device to connect to.
    enrollment_method: location === 'browser' ? ('DTA' as const) : method,
    open_days: Number(values.open_days),
    ...(isLocale(values.locale) ? { locale: values.locale } : {}),
  };
  if (values.way === 'person') return { ...shared, user_id: values.user_id };
  const email = values.email.trim();
  const whom =
    values.way === 'seat'
      ? { seat_id: values.seat_id, ...(email === '' ? {} : { email }) }
      : {
          email,
          first_name: values.first_name.trim(),
          last_name: values.last_name.trim(),
          account_id: values.account_id,
        };
  const given = SUBJECT_FIELDS.filter((field) => values[field].trim() !== '');
  return {
    ...shared,
    ...whom,
    template_id: values.template_id,
    ...(values.validity.trim() === '' ? {} : { validity: Number(values.validity) }),
    ...Object.fromEntries(given.map((field) => [field, values[field].trim()])),
    ...(values.asked.length > 0 ? { asked: ASKABLE_FIELDS.filter((field) => values.asked.includes(field)) } : {}),
  };
}
