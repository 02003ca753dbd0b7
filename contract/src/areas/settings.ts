import { z } from 'zod';
import { id, idOrNone, locale, text } from '../fields.ts';
import { ACCESS, SIGNED_IN } from '../access.ts';
import { endpoint } from '../endpoint.ts';

/** What the platform decides about the trust assistant. */
const trustAssistantChoice = {
  /** Whether people may use it at all. */
  enabled: z.boolean(),
  /** Whether desktop computers with Linux are allowed beside Mac and Windows. */
  linux: z.boolean(),
};
export type TrustAssistantChoice = z.output<z.ZodObject<typeof trustAssistantChoice>>;

const trustAssistant = z
  .object({
    ...trustAssistantChoice,
    /** Where it listens on the computer of whoever looks at the page. */
    port: z.number().int(),
    /** Where its installer is: an address, or a path of this server. */
    download_url: z.string(),
  })
  .meta({ shape: 'TrustAssistantChoice' });

const NAMED = z.strictObject({ name: text(128).describe('The name of the flag.') });

export const settings = {
  features: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/feature-flag/features',
    summary:
      'Every known feature flag, as it holds for the caller: switched for the person, for the primary ' +
      'account, for the platform, or not at all.',
    access: SIGNED_IN,
    success: 200,
    response: z.record(z.string(), z.boolean()),
  }),
  feature: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/feature-flag/{name}',
    summary: 'One feature flag, for the platform or for a key (an account or user id). An unknown flag is off.',
    access: SIGNED_IN,
    params: NAMED,
    query: z.strictObject({ key: text(255).optional().describe('The id of an account or person.') }),
    success: 200,
    response: z.object({ name: z.string(), enabled: z.boolean() }),
  }),
  featureSettings: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/feature-flag',
    summary:
      'Every feature flag: its state where nobody has switched it, its state on this platform, and the ' +
      'accounts for which it is switched on their own.',
    access: ACCESS.featureFlags.manage,
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
    access: ACCESS.featureFlags.manage,
    audit: { action: 'UPDATE', resource: 'FEATURE_FLAG' },
    params: NAMED,
    body: z.strictObject({ enabled: z.boolean().nullable(), account_id: idOrNone }),
    success: 204,
  }),
  trustAssistant: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/trust-assistant',
    summary: 'What pages must know of the trust assistant before they ask it: those before sign-in too.',
    access: 'public',
    success: 200,
    response: trustAssistant,
  }),
  editTrustAssistant: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/trust-assistant',
    summary: 'Decides whether people may use the trust assistant, and whether on Linux too.',
    access: ACCESS.settings.editTrustAssistant,
    audit: { action: 'UPDATE', resource: 'PLATFORM_SETTING' },
    body: z.strictObject(trustAssistantChoice),
    success: 200,
    response: trustAssistant,
  }),
  translation: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/translation',
    summary: "The console's texts in a language, as ICU messages by key.",
    access: 'public',
    query: z.strictObject({ locale: locale.describe('The language of the texts.') }),
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
    query: z.strictObject({ locale: locale.optional().describe('The language of the names; without it English.') }),
    success: 200,
    response: z.object({ items: z.array(z.object({ code: z.string(), name: z.string() })), total: z.number().int() }),
  }),
};
