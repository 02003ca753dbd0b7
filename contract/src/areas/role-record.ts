/** What a role is made of, and how its list is filtered and sorted. */
import { filters } from '../filter.ts';
import { LIMITS } from '../limits.ts';
import { columns, inputNames, STAMPS } from '../record.ts';
import { APP_CODES, PERMISSIONS } from '../viewer.ts';

/**
 * Application and account are chosen when the role is created, and stay. Without an account it is the platform's. What
 * was archived stays with those who have it; what was deleted gives nobody anything.
 */
export const ROLE = columns({
  id: { type: 'id' },
  app_code: {
    type: 'choice',
    of: APP_CODES,
    input: 'required',
    fixed: true,
    label: 'roles.application',
    valueTexts: 'product',
  },
  name: { type: 'text', format: 'personName', input: 'required', label: 'roles.name' },
  description: {
    type: 'text',
    format: 'line',
    max: LIMITS.roleDescriptionMax,
    from: 'default',
    input: 'optional',
    label: 'roles.description',
  },
  icon: { type: 'text', nullable: true },
  account_id: { type: 'id', nullable: true, audited: true },
  predefined: {
    type: 'boolean',
    from: 'default',
    valueTexts: ['roles.custom', 'roles.predefined'],
    label: 'roles.kind',
  },
  permissions: {
    type: 'texts',
    max: LIMITS.nameMax,
    maxItems: PERMISSIONS.length,
    input: 'required',
    label: 'roles.permissions',
  },
  cloned_from_id: { type: 'id', nullable: true, internal: true },
  archived_at: { type: 'instant', nullable: true, audited: true, label: 'roles.archivedAt' },
  deleted_at: { type: 'instant', nullable: true, internal: true },
  name_folded: { type: 'text', from: 'generated', internal: true },
  ...STAMPS,
  updated_at: { type: 'instant', from: 'default' },
});

/** The columns of a role that a list answers. */
export const ROLE_ROW = [
  'id',
  ...inputNames(ROLE),
  'icon',
  'account_id',
  'predefined',
  'archived_at',
  'version',
] as const;

/** The queries of S §7 call the code of the application `application_id`. */
export const ROLE_FILTERS = filters({
  name: { type: 'text', max: LIMITS.nameMax },
  application_id: { type: 'choice', of: APP_CODES, description: 'Rows of the application with this app_code.' },
  account_id: { type: 'id', description: 'Rows of this account: those that it made for itself.' },
  assignable_in: {
    type: 'id',
    description: 'Rows that people of this account can be given: those of the platform and its own, none archived.',
  },
  archived: { type: 'boolean', description: 'Rows that are archived, or those that are not.' },
  predefined: { type: 'boolean', description: 'Rows that come with the platform, or those that people made.' },
});
export const ROLE_SORT = ['name', 'app_code'] as const;
export const ROLE_USER_SORT = ['name'] as const;
