/** What a service user is made of, and how their list is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, inputNames, STAMPS } from '../record.ts';

/** End users have no permissions, so a program of that scope could do nothing. */
export const SERVICE_USER_SCOPES = ['system', 'partner', 'account'] as const;

/** By what a service user calls the API; nothing else opens it. */
export const API_CREDENTIALS = ['token', 'certificate', 'certificate_and_token'] as const;

/** A program: it has a name and somebody who answers for it, and nothing by which a person signs in. */
export const SERVICE_USER = columns({
  id: { type: 'id' },
  name: {
    type: 'text',
    format: 'filledLine',
    max: LIMITS.nameMax,
    from: 'generated',
    input: 'required',
    label: 'serviceUsers.name',
  },
  description: {
    type: 'text',
    format: 'line',
    max: LIMITS.nameMax,
    from: 'default',
    input: 'optional',
    label: 'serviceUsers.description',
  },
  email: { type: 'text', format: 'email', input: 'required', label: 'serviceUsers.email' },
  locale: { type: 'text', format: 'locale', from: 'default', input: 'required', label: 'serviceUsers.language' },
  api_credential: {
    type: 'choice',
    of: API_CREDENTIALS,
    from: 'default',
    input: 'optional',
    exported: false,
    label: 'serviceUsers.credential',
    valueTexts: 'serviceUsers.credential',
  },
  access_scope: {
    type: 'choice',
    of: SERVICE_USER_SCOPES,
    audited: true,
    exported: true,
    label: 'person.scope',
    valueTexts: 'scope',
  },
  primary_account_id: { type: 'id', nullable: true, audited: true },
  active: {
    type: 'boolean',
    from: 'default',
    audited: true,
    exported: true,
    label: 'serviceUsers.status',
    valueTexts: ['serviceUsers.off', 'serviceUsers.on'],
  },
  ...STAMPS,
});

/** The columns of a service user that a list answers. */
export const SERVICE_USER_ROW = [
  'id',
  ...inputNames(SERVICE_USER),
  'access_scope',
  'primary_account_id',
  'active',
] as const;

export const SERVICE_USER_FILTERS = filters({
  name: {
    type: 'text',
    max: LIMITS.nameMax,
    description: 'Rows whose name, description or contact email contains this; neither case nor accents matter.',
  },
  active: { type: 'boolean', description: 'Rows that are enabled, or those that are disabled.' },
  access_scope: { type: 'choice', of: SERVICE_USER_SCOPES },
  account_id: { type: 'id', description: 'Rows that belong to this account.' },
  role_id: { type: 'id', description: 'Rows that have this role.' },
});
export const SERVICE_USER_SORT = ['name', 'email'] as const;
