import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredReason, id, idOrNone, ONE_ACCOUNT, readVersion, someOf } from '../fields.ts';
import { KEY_TYPES } from '../key-types.ts';
import { LIMITS } from '../limits.ts';
import { listOf, paging } from '../paging.ts';
import { createSchema, editSchema, filterShape, recordSchema } from '../record-schemas.ts';
import {
  CERTIFICATE_PROFILE,
  PROFILE_FILTERS,
  PROFILE_KEY_USAGES,
  PROFILE_PURPOSES,
  PROFILE_SORT,
} from './certificate-profile-record.ts';
import { longestDays, whyNotProfile, type ProfileValues } from './certificate-profile-rules.ts';

/** At least one of these, which whyNotProfile refuses otherwise, together with whatever else is wrong. */
const oneOrMoreOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  someOf(values).meta({
    wire: { type: 'array', items: { type: 'string', enum: values }, minItems: 1, maxItems: values.length },
  });

const chosen = {
  key_usage: oneOrMoreOf(PROFILE_KEY_USAGES),
  purposes: oneOrMoreOf(PROFILE_PURPOSES),
  key_types: oneOrMoreOf(KEY_TYPES),
  days: z.int32().meta({
    wire: {
      type: 'integer',
      minimum: 1,
      maximum: longestDays([]),
      description: `At most ${longestDays(['server_auth'])} for server_auth and email_protection.`,
    },
  }),
};

/** Refuses what the rules refuse, each under its field. */
const check = (values: ProfileValues, context: z.RefinementCtx): void => {
  for (const [field, reason] of Object.entries(whyNotProfile(values)))
    if (reason) context.addIssue({ code: 'custom', path: [field], message: reason.status, params: { reason } });
};

export const profileEdit = editSchema(CERTIFICATE_PROFILE)
  .extend(chosen)
  .superRefine(check)
  .meta({ shape: 'CertificateProfileInput' });
export const profileCreate = createSchema(CERTIFICATE_PROFILE)
  .extend({
    ...chosen,
    account_id: idOrNone.describe('Whose it will be. Without it the viewer’s, in system scope the platform’s.'),
  })
  .superRefine(check);

const profile = recordSchema(CERTIFICATE_PROFILE)
  .extend({
    account_name: z.string().nullable().describe('Null for those that all accounts may use.'),
    updated_by_name: z.string().nullable(),
    templates: z.number().int().describe('Templates in use that are made of it.'),
    why_not_manage: answeredReason.nullable().describe('Why the viewer may not change or archive it.'),
  })
  .meta({ shape: 'CertificateProfile' });
export type CertificateProfileAnswer = z.output<typeof profile>;

const profiles = listOf(profile).meta({ shape: 'CertificateProfiles' });
const query = z.strictObject({ ...paging(PROFILE_SORT, LIMITS.pageLimitMax), ...filterShape(PROFILE_FILTERS) });
export type ProfileListQuery = z.output<typeof query>;
const page = z.strictObject(paging(PROFILE_SORT, LIMITS.pageLimitMax));
export type ProfilePage = z.output<typeof page>;

const ONE = z.strictObject({ id: id.describe('Names the profile.') });
const { view, manage } = ACCESS.certificateProfiles;
const UPDATE = { action: 'UPDATE', resource: 'CERTIFICATE_PROFILE' } as const;

export const certificateProfiles = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/profile',
    summary:
      'Certificate profiles: those for all accounts, and those of accounts that the viewer may see; outside of ' +
      'system scope those by which people, devices and servers get certificates. Default sort: name ascending.',
    access: view,
    query,
    success: 200,
    response: profiles,
  }),
  listOfAccount: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/profile',
    summary: 'The certificate profiles that an account may use: those for all accounts and its own, none archived.',
    access: view,
    params: ONE_ACCOUNT,
    query: page,
    success: 200,
    response: profiles,
  }),
  create: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/profile',
    summary: 'Makes a profile for certificates of people, devices or servers.',
    access: manage,
    audit: { action: 'CREATE', resource: 'CERTIFICATE_PROFILE' },
    body: profileCreate,
    success: 201,
    response: profile,
    problems: ['NOT_FOUND', 'MIGRATION_UNCONFIRMED', 'PROFILE_NAME_EXISTS', 'OF_THE_PLATFORM'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/profile/{id}',
    summary: 'One certificate profile.',
    access: view,
    params: ONE,
    success: 200,
    response: profile,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/profile/{id}',
    summary:
      'Edits a profile, for certificates that are issued from now on; optional fields that are left out stay. With ' +
      'the version that was read, a save after somebody else’s is refused with CHANGED_MEANWHILE.',
    access: manage,
    audit: UPDATE,
    params: ONE,
    query: readVersion,
    body: profileEdit,
    success: 200,
    response: profile,
    problems: ['CHANGED_MEANWHILE', 'PROFILE_NAME_EXISTS', 'PROFILE_BUILT_IN', 'OF_THE_PLATFORM'],
  }),
  archive: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/profile/{id}/archived',
    summary: 'Archives a profile or restores it. Archived, nothing is issued by it any more; what was, stays good.',
    access: manage,
    audit: UPDATE,
    params: ONE,
    body: z.strictObject({ archived: z.boolean() }),
    success: 200,
    response: profile,
    problems: ['PROFILE_NAME_EXISTS', 'PROFILE_BUILT_IN', 'OF_THE_PLATFORM'],
  }),
};
