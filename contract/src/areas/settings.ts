import { z } from 'zod';
import { email, id, idOrNone, locale, text } from '../fields.ts';
import { ACCESS, SIGNED_IN } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { SETTING_GROUPS, SETTING_NAMES } from '../platform-settings.ts';

/** What the platform decides about the trust assistant. */
const trustAssistantChoice = {
  /** Whether people may use it at all. */
  enabled: z.boolean(),
  /** Whether desktop computers with Linux are allowed beside Mac and Windows. */
  linux: z.boolean(),
};
export type TrustAssistantChoice = z.output<z.ZodObject<typeof trustAssistantChoice>>;

/** What is not named stays: who changes the one has not decided about the other. */
const trustAssistantChange = z
  .strictObject(trustAssistantChoice)
  .partial()
  .refine((change) => Object.keys(change).length > 0);
export type TrustAssistantChange = z.output<typeof trustAssistantChange>;

const trustAssistant = z
  .object({
    ...trustAssistantChoice,
    /** The oldest version that may be used, where the platform demands more than its pages do. */
    minimum_version: z.string().nullable(),
    /** Where it listens on the computer of whoever looks at the page. */
    port: z.number().int(),
    /** Where its installer is: an address, or a path of this server. */
    download_url: z.string(),
  })
  .meta({ shape: 'TrustAssistantChoice' });

const settingValue = z.union([z.string().max(LIMITS.urlMax), z.number(), z.boolean()]);

/** What a flag is switched to, and for whom: the platform, an account, or a person. */
const flagSwitch = z
  .strictObject({ enabled: z.boolean().nullable(), account_id: idOrNone, user_id: idOrNone })
  .superRefine(({ account_id, user_id }, context) => {
    const reason = { status: 'FLAG_ONE_WAY' };
    if (account_id !== undefined && user_id !== undefined)
      context.addIssue({ code: 'custom', path: ['user_id'], message: reason.status, params: { reason } });
  });

const named = (max: number) => z.strictObject({ name: text(max).describe('The name of the flag.') });
/** An unknown flag is off, whatever its name: an address has a limit of its own. */
const ASKED = named(LIMITS.urlMax);
const SWITCHED = named(128);

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
    params: ASKED,
    query: z.strictObject({ key: text(255).optional().describe('The id of an account or person.') }),
    success: 200,
    response: z.object({ name: z.string(), enabled: z.boolean() }),
  }),
  featureSettings: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/feature-flag',
    summary:
      'Every feature flag: its state where nobody has switched it, its state on this platform, and the ' +
      'accounts and people for whom it is switched on their own.',
    access: ACCESS.featureFlags.manage,
    success: 200,
    response: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          default: z.boolean(),
          /** Null where the platform has not switched it. */
          platform: z.boolean().nullable(),
          /** The first of them by their names. */
          accounts: z.array(z.object({ account_id: id, account_name: z.string(), enabled: z.boolean() })),
          /** How many there are. */
          accounts_total: z.number().int(),
          /** The first of them by their names. */
          people: z.array(z.object({ user_id: id, name: z.string(), user_name: z.string(), enabled: z.boolean() })),
          people_total: z.number().int(),
        }),
      ),
      total: z.number().int(),
    }),
  }),
  switchFeature: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/feature-flag/{name}',
    summary: 'Switches a flag for the platform, one account or one person; null takes the switch away again.',
    access: ACCESS.featureFlags.manage,
    audit: { action: 'UPDATE', resource: 'FEATURE_FLAG' },
    params: SWITCHED,
    body: flagSwitch,
    success: 204,
    problems: ['FLAG_ONE_WAY'],
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
    summary:
      'Decides whether people may use the trust assistant, or whether on Linux too: at least one of both. What is ' +
      'not named stays as it is.',
    access: ACCESS.settings.editTrustAssistant,
    audit: { action: 'UPDATE', resource: 'PLATFORM_SETTING' },
    body: trustAssistantChange,
    success: 200,
    response: trustAssistant,
  }),
  platformSettings: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/platform-setting',
    summary: 'The settings of the platform as they hold, with their defaults, and who says so. No secret is told.',
    access: ACCESS.settings.editPlatform,
    success: 200,
    response: z.object({
      items: z.array(
        z.object({
          name: z.enum(SETTING_NAMES),
          group: z.enum(SETTING_GROUPS),
          value: settingValue,
          default: settingValue,
          source: z.enum(['default', 'platform', 'environment']),
          is_set: z.boolean().describe('Whether there is a secret.'),
          environment: z.string().nullable().describe('The variable that goes before it, where there is one.'),
        }),
      ),
      total: z.number().int(),
    }),
  }),
  editPlatformSettings: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/platform-setting/{group}',
    summary: 'Changes the settings of a group that are named; null puts one back to its default.',
    access: ACCESS.settings.editPlatform,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'PLATFORM_SETTING' },
    params: z.strictObject({ group: z.enum(SETTING_GROUPS).describe('The group of the settings.') }),
    body: z.record(text(100), settingValue.nullable()),
    success: 204,
    problems: ['SETTING_UNKNOWN', 'SETTING_FROM_ENVIRONMENT'],
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/platform-setting/mail/test',
    summary: 'Sends a mail by the mail server as it holds now, and answers what that server said.',
    access: ACCESS.settings.editPlatform,
    audit: { none: 'It changes nothing: the mail says no more than who sent it.' },
    body: z.strictObject({ to: email }),
    asks: true,
    success: 200,
    response: z.object({ accepted: z.boolean(), answer: z.string() }),
    problems: ['NO_MAIL_SERVER'],
    perMinute: 10,
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
