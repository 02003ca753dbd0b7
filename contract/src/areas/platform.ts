import { z } from 'zod';
import { id, idOrNone, locale, text } from '../fields.ts';
import { endpoint } from '../endpoint.ts';

/** Feature flags of the platform and their state where nobody has switched them. */
export const FEATURE_FLAGS = {
  'enable-account-migration': true,
  AM_enable_account_migration: true,
  AM_enable_packaging: true,
  AM_enable_partner_scope: true,
  AM_show_federated_info_columns: false,
  AM_enable_user_roles: true,
  enableActivateStepForDsmSigner: false,
} as const satisfies Record<string, boolean>;
export type FeatureFlag = keyof typeof FEATURE_FLAGS;

/** The flags by their own names: the second name of the migration flag is left out. */
export const OWN_FEATURE_FLAGS = (Object.keys(FEATURE_FLAGS) as FeatureFlag[]).filter(
  (name) => name !== 'enable-account-migration',
);

/** The flag that a name means: two names of the migration flag are one flag. Null for an unknown name. */
export function featureFlag(name: string): FeatureFlag | null {
  if (name === 'enable-account-migration') return 'AM_enable_account_migration';
  return Object.hasOwn(FEATURE_FLAGS, name) ? (name as FeatureFlag) : null;
}

/** Who sets the platform up. */
const SYSTEM_SETTINGS = { all: ['manage_system_settings'], scopes: ['system'] } as const;

export const platform = {
  features: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/feature-flag/features',
    summary:
      'Every known feature flag, as it holds for the caller: switched for the person, for the primary account, for the platform, or not at all.',
    access: 'signed-in',
    success: 200,
    response: z.record(z.string(), z.boolean()),
  }),
  feature: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/feature-flag/{name}',
    summary: 'One feature flag, for the platform or for a key (an account or user id). An unknown flag is off.',
    access: 'signed-in',
    params: z.strictObject({ name: text(128) }),
    query: z.strictObject({ key: text(255).optional() }),
    success: 200,
    response: z.object({ name: z.string(), enabled: z.boolean() }),
  }),
  featureSettings: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/feature-flag',
    summary:
      'Every feature flag: its state where nobody has switched it, its state on this platform, and the accounts for which it is switched on their own.',
    access: SYSTEM_SETTINGS,
    success: 200,
    response: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          default: z.boolean(),
          /** Null where the platform has not switched it. */
          platform: z.boolean().nullable(),
          accounts: z.array(z.object({ account_id: id, account_name: z.string(), enabled: z.boolean() })),
        }),
      ),
      total: z.number().int(),
    }),
  }),
  switchFeature: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/feature-flag/{name}',
    summary: 'Switches a flag for the platform, or for one account; null takes the switch away again.',
    access: SYSTEM_SETTINGS,
    audit: { action: 'UPDATE', resource: 'FEATURE_FLAG' },
    params: z.strictObject({ name: text(128) }),
    body: z.strictObject({ enabled: z.boolean().nullable(), account_id: idOrNone }),
    success: 204,
  }),
  translation: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/translation',
    summary: "The console's texts in a language, as ICU messages by key.",
    access: 'public',
    query: z.strictObject({ locale }),
    success: 200,
    response: z.record(z.string(), z.string()),
  }),
  locales: endpoint({
    method: 'GET',
    path: '/account/api/v1/locales',
    summary: 'The available languages, each named in its own language.',
    access: 'public',
    success: 200,
    response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })), total: z.number().int() }),
  }),
  nationalities: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/nationalities',
    summary: 'Countries by ISO 3166-1 code, without the excluded ones, named in a language.',
    access: 'public',
    query: z.strictObject({ locale: locale.optional() }),
    success: 200,
    response: z.object({ items: z.array(z.object({ code: z.string(), name: z.string() })), total: z.number().int() }),
  }),
};
