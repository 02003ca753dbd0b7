/** What an organization and its contacts are made of, and how their lists are filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, inputNames, STAMPS } from '../record.ts';

/** The account is chosen when the organization is created, and stays. */
export const ORGANIZATION = columns({
  id: { type: 'id' },
  account_id: { type: 'id' },
  name: { type: 'text', format: 'legalName', input: 'required', label: 'organizations.name' },
  address: line(LIMITS.addressMax, 'organizations.address'),
  address2: line(LIMITS.addressMax, 'organizations.address2'),
  city: line(LIMITS.cityMax, 'organizations.city'),
  state: line(LIMITS.cityMax, 'organizations.state'),
  zip_code: line(LIMITS.zipCodeMax, 'organizations.zip_code'),
  country: { type: 'text', format: 'country', input: 'required', label: 'organizations.country' },
  phone: { type: 'text', format: 'phone', from: 'default', input: 'optional', label: 'organizations.phone' },
  name_folded: { type: 'text', from: 'generated', internal: true },
  owner_account_id: { type: 'id', nullable: true, from: 'trigger', internal: true },
  ...STAMPS,
});

/** One line that may stay empty. */
function line<L extends string>(max: number, label: L) {
  return { type: 'text', format: 'line', max, from: 'default', input: 'optional', label } as const;
}

/** The columns of an organization that a list answers. */
export const ORGANIZATION_ROW = ['id', 'account_id', ...inputNames(ORGANIZATION)] as const;

export const ORGANIZATION_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  city: { type: 'text', max: LIMITS.cityMax },
  country: { type: 'country' },
  account_id: { type: 'id' },
});
export const ORGANIZATION_SORT = ['name', 'city', 'country'] as const;

export const CONTACT = columns({
  id: { type: 'id' },
  organization_id: { type: 'id', audited: true },
  first_name: { type: 'text', format: 'personName', input: 'required', label: 'person.firstName' },
  last_name: { type: 'text', format: 'personName', input: 'required', label: 'person.lastName' },
  email: { type: 'text', format: 'email', input: 'required', label: 'person.email' },
  phone: { type: 'text', format: 'phone', from: 'default', input: 'optional', label: 'person.phone' },
  ...STAMPS,
});
export const CONTACT_SORT = ['name'] as const;
