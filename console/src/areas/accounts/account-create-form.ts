/** The values of the form of a new account, their rules, and what is sent of them. */
import { whyNotServicePeriod } from '@signet/contract/areas/account-rules';
import type { Locale } from '@signet/contract/locales';
import type { Reason } from '@signet/contract/problem';
import {
  whyNotAccountName,
  whyNotCountry,
  whyNotEmailAsUserName,
  whyNotIdentifier,
  whyNotLegalName,
  whyNotName,
} from '@signet/contract/rules';
import { checkFederation, FEDERATION_LABELS } from './FederationFields.tsx';

/** A year from a day, both YYYY-MM-DD; the last day of the period. */
function yearFrom(day: string): string {
  const end = new Date(`${day}T00:00:00Z`);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
}

/** What the form begins with; `today` is YYYY-MM-DD, `partner` the id of whose customer it will be, or empty. */
export const initialValues = (today: string, locale: Locale, partner: string) => ({
  name: '',
  friendly_identifier: '',
  from: today,
  to: yearFrom(today),
  locale,
  organization: '',
  country: '',
  invite: false,
  first_name: '',
  last_name: '',
  email: '',
  partner_account_id: partner,
  link: false,
  federated_account_id: '',
  federated_account_name: '',
  federated_account_details_url: '',
});

export type AccountValues = ReturnType<typeof initialValues>;

export const FIELDS = {
  name: { label: 'accounts.name' },
  friendly_identifier: { label: 'accounts.identifier' },
  from: { label: 'accounts.startDate' },
  to: { label: 'accounts.endDate' },
  locale: { label: 'accounts.language' },
  partner_account_id: { label: 'accounts.partner', optional: true },
  organization: { label: 'accounts.organizationName' },
  country: { label: 'organizations.country' },
  invite: { label: 'accounts.invite' },
  first_name: { label: 'person.firstName' },
  last_name: { label: 'person.lastName' },
  email: { label: 'person.email' },
  link: { label: 'accounts.linkNow' },
  ...FEDERATION_LABELS,
} as const;

/**
 * `whyNotDay`: the rule of the fields for a day. `takenIdentifier`: the last one that the platform said is taken, in
 * small letters.
 */
export const check = (
  values: AccountValues,
  today: string,
  whyNotDay: (day: string) => Reason | null,
  takenIdentifier: string | null,
): Record<string, Reason | null> => ({
  name: whyNotAccountName(values.name),
  friendly_identifier:
    whyNotIdentifier(values.friendly_identifier) ??
    (values.friendly_identifier.toLowerCase() === takenIdentifier ? { status: 'IDENTIFIER_EXISTS' } : null),
  from: whyNotDay(values.from),
  to: whyNotDay(values.to) ?? whyNotServicePeriod({ from: values.from, to: values.to }, today)?.reason ?? null,
  organization: whyNotLegalName(values.organization),
  country: whyNotCountry(values.country),
  ...(values.invite
    ? {
        first_name: whyNotName(values.first_name),
        last_name: whyNotName(values.last_name),
        email: whyNotEmailAsUserName(values.email),
      }
    : {}),
  ...(values.link ? checkFederation(values) : {}),
});

export const toBody = (type: 'standard' | 'partner', values: AccountValues) => {
  const {
    name,
    friendly_identifier,
    from,
    to,
    locale,
    organization,
    country,
    invite,
    first_name,
    last_name,
    email,
    partner_account_id,
    link,
    federated_account_id,
    federated_account_name,
    federated_account_details_url,
  } = values;
  return {
    name,
    friendly_identifier,
    service_period: { from, to },
    locale,
    type,
    organization: { name: organization, country },
    ...(invite ? { administrator: { first_name, last_name, email } } : {}),
    ...(partner_account_id === '' ? {} : { partner_account_id }),
    ...(link ? { federation: { federated_account_id, federated_account_name, federated_account_details_url } } : {}),
  };
};

/** Names of the wire by the fields that stand for them. */
export const SERVER_FIELDS = {
  'service_period.from': 'from',
  'service_period.to': 'to',
  'organization.name': 'organization',
  'organization.country': 'country',
  administrator: 'invite',
  'administrator.first_name': 'first_name',
  'administrator.last_name': 'last_name',
  'administrator.email': 'email',
  'federation.federated_account_id': 'federated_account_id',
  'federation.federated_account_name': 'federated_account_name',
  'federation.federated_account_details_url': 'federated_account_details_url',
} as const;
