/** What a person is made of for those who manage people, and how their list is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, inputNames, STAMPS } from '../record.ts';
import { SCOPES } from '../viewer.ts';

/** `invited`: has not chosen a user name and password yet. */
export const PERSON_STATUSES = ['active', 'disabled', 'invited'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** The names by which a person is known, and the language of what is written to them. */
export const ADMINISTRATOR = columns({
  id: { type: 'id' },
  first_name: { type: 'text', format: 'personName', input: 'required', label: 'person.firstName' },
  last_name: { type: 'text', format: 'personName', input: 'required', label: 'person.lastName' },
  user_name: { type: 'text', format: 'userName', input: 'required', label: 'person.userName' },
  email: { type: 'text', format: 'email', input: 'required', label: 'person.email' },
  phone: { type: 'text', format: 'phone', from: 'default', input: 'optional', label: 'person.phone' },
  locale: { type: 'text', format: 'locale', from: 'default', input: 'required', label: 'person.language' },
  access_scope: {
    type: 'choice',
    of: SCOPES,
    exported: true,
    label: 'person.scope',
    valueTexts: 'scope',
  },
  primary_account_id: { type: 'id', nullable: true },
  ...STAMPS,
});

/** The columns of a person that a list answers. */
export const ADMINISTRATOR_ROW = ['id', ...inputNames(ADMINISTRATOR), 'access_scope', 'primary_account_id'] as const;

export const ADMINISTRATOR_FILTERS = filters({
  name: {
    type: 'text',
    max: LIMITS.nameMax,
    description: 'Rows whose name, user name or email contains this; neither case nor accents matter.',
  },
  access_scope: { type: 'choice', of: SCOPES },
  status: { type: 'choice', of: PERSON_STATUSES },
  account_id: { type: 'id', description: 'Rows of people who belong to this account.' },
  role_id: { type: 'id', description: 'Rows of people who have this role.' },
});
export const ADMINISTRATOR_SORT = ['name', 'user_name', 'email'] as const;
