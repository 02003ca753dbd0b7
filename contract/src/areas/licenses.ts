import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredDay, dateTime, day, id, idOrNone, ONE_ACCOUNT, queryNumber, text, timeZone } from '../fields.ts';
import { LICENSE_GENERATIONS, UNLIMITED } from '../licensed-features.ts';
import { LIMITS } from '../limits.ts';
import { exporting, listOf, paging } from '../paging.ts';
import { poolAbove } from '../pool-above.ts';
import { APP_CODES } from '../viewer.ts';
import { FORECASTS } from './license-forecast.ts';
import { licenseReplacement } from './setup.ts';

const quantity = z.number().int();
const generation = z.enum(LICENSE_GENERATIONS);

/** Quantities of a feature; -1 is unlimited. `used` of a partner or the platform holds what is handed on. */
const figures = z.object({ limit: quantity, used: quantity, remaining: quantity }).meta({ shape: 'LicenseFigures' });

const attributes = figures
  .extend({
    /** Of `used`, what was handed on to customers or accounts. */
    handed_on: quantity,
    /** Of `used`, what counts in the pool above: an account that was never given any uses what is there. */
    used_above: quantity,
    /**
     * Whose licenses it uses, as it was never given any of its own, and what is left there; -1 is unlimited, null where
     * the viewer may not know it. Null where it has its own, and for the platform.
     */
    draws_on: poolAbove.extend({ left: quantity.nullable() }).meta({ shape: 'LicenseDrawnOn' }).nullable(),
    /**
     * What the platform, or the partner above, has left; -1 is unlimited. Null for the platform itself, and where the
     * viewer may not know it: system scope sees all of them, a partner its own.
     */
    available: quantity.nullable(),
    /** What is left there beside that once a pool of its own takes over what it uses now; null as `available` is. */
    comes_back: quantity.nullable(),
    /** Whose that is: the name of the partner account; null for the platform, and where the viewer may not know. */
    available_of: z.string().nullable(),
    /** The figures at the end of the day that was asked for; null to a partner that did not have the account yet. */
    as_of: figures.nullable(),
    /** At the pace of the last weeks; `date` is the day on which it was or will be used up. */
    forecast: z.object({ kind: z.enum(FORECASTS), date: answeredDay.nullable() }),
  })
  .meta({ shape: 'LicenseAttributes' });

const feature = z.object({ name: z.string(), generation, attributes }).meta({ shape: 'LicenseFeature' });
export type LicenseFeature = z.output<typeof feature>;

/** The license of one application: of an account or of the platform. Rows of both generations. */
const application = z
  .object({
    name: z.string(),
    app_code: z.enum(APP_CODES),
    license_feature_version: generation,
    show_v2_feature_toggle: z.boolean(),
    features: z.array(feature),
    /** Why the viewer may not edit it; null where it may be edited. */
    why_not: z.object({ edit: z.object({ status: z.string() }).nullable() }),
  })
  .meta({ shape: 'LicenseApplication' });
export type LicenseApplication = z.output<typeof application>;

/** Every application's license that the viewer may see. */
const license = z.object({ version: z.string(), applications: z.array(application) }).meta({ shape: 'License' });
export type AccountLicense = z.output<typeof license>;
/** That of one application, whose own keys stand beside it. */
const usage = application
  .extend({ version: z.string(), applications: z.array(application) })
  .meta({ shape: 'LicenseUsage' });
export type LicenseUsage = z.output<typeof usage>;

const app = z.enum(APP_CODES);
const ONE_OF_APP = z.strictObject({
  id: id.describe('Names the account.'),
  app: app.describe('The code of the application.'),
});
const LIMIT_OF = z.strictObject({
  account: id.describe('Names the account.'),
  app: app.describe('The code of the application.'),
});

const asOf = z.strictObject({
  as_of: day
    .optional()
    .describe(
      'Adds the figures at the end of this day. A partner is given no figures for days before it had the account.',
    ),
  time_zone: timeZone.optional(),
});

const limit = z.number().int().min(UNLIMITED).max(Number.MAX_SAFE_INTEGER);
const featureName = text(LIMITS.nameMax);

/** A key that the caller makes and keeps: the same operation sent again changes nothing twice. */
const operation = z.object({
  'idempotency-key': id.optional().describe('Made by the caller. Sent again, it changes nothing again.'),
});

/** What the edit form saves: the new limit of each row that changes. Others may be left out, or sent as is. */
const licenseUpdate = z
  .strictObject({
    license_feature_version: generation,
    features: z
      .array(
        z
          .strictObject({
            name: featureName,
            attributes: z.strictObject({ limit }),
            /** A reset: what is only counted begins at 0 again. */
            reset: z.boolean().optional(),
            old_limit: limit,
          })
          .meta({ shape: 'LicenseUpdateFeature' }),
      )
      .max(LIMITS.licenseFeaturesMax),
  })
  .meta({ shape: 'LicenseUpdate' });
export type LicenseUpdate = z.output<typeof licenseUpdate>;

/** What an update is refused with, under the field of each feature. */
const UPDATE_PROBLEMS = [
  'SYSTEM_ACCOUNT',
  'MIGRATION_UNCONFIRMED',
  'LICENSE_FEATURE_UNKNOWN',
  'LICENSE_FEATURE_TWICE',
  'LICENSE_NONE_LEFT',
  'LICENSE_LIMIT_RANGE',
  'LICENSE_LIMIT_OPEN',
  'LICENSE_LIMIT_BELOW_USE',
  'LICENSE_NO_RESET',
  'LICENSE_LIMIT_CHANGED',
  'LICENSE_PARTNER_GENERATION',
] as const;

/** What was changed, told once more. `quantity` carries its sign. */
export const allocationEvent = z
  .strictObject({
    app_code: app.optional(),
    features: z
      .array(
        z
          .strictObject({ name: featureName, quantity: z.number().int().safe(), updated_limit: limit })
          .meta({ shape: 'LicenseAllocated' }),
      )
      .min(1)
      .max(LIMITS.licenseFeaturesMax),
  })
  .meta({ shape: 'LicenseAllocationEvent' });

/** What is left in a pool, before and after; -1 is unlimited. `name`: the partner's account, null for the platform. */
const poolChange = z
  .object({ name: z.string().nullable(), before: quantity, after: quantity })
  .meta({ shape: 'LicensePoolChange' });
/** What a change would do to one feature: before and after, here and above. */
const effect = z
  .object({
    app_code: app,
    feature: z.string(),
    generation,
    before: figures,
    after: figures,
    /** The pool above; null for the platform's license, and where the viewer may not know it. */
    pool: poolChange.nullable(),
  })
  .meta({ shape: 'LicenseEffect' });
/** A pool that would be below what is handed on and used. */
const shortage = z
  .object({ app_code: app, feature: z.string(), generation, limit: quantity, needed: quantity, missing: quantity })
  .meta({ shape: 'LicenseShortage' });
const whatIf = z
  .object({
    effects: z.array(effect),
    /** Why it is refused; empty where it may be done. */
    shortages: z.array(shortage),
    /** How many accounts have or use something of what changes. */
    accounts: quantity,
  })
  .meta({ shape: 'LicenseWhatIf' });
export type LicenseWhatIf = z.output<typeof whatIf>;
const replacementWhatIf = whatIf
  .extend({
    /** The last day of the license in force, null where there is none, and of the one asked about. */
    valid_until: z.object({ before: answeredDay.nullable(), after: answeredDay }).meta({ shape: 'LicenseValidUntil' }),
  })
  .meta({ shape: 'LicenseReplacementWhatIf' });
export type LicenseReplacementWhatIf = z.output<typeof replacementWhatIf>;

/** What may be done to an account, and to its licenses with it. */
export const LICENSE_ACTS = ['delete', 'reassign', 'unlink'] as const;
const actWhatIf = whatIf
  .extend({
    effects: z.array(
      effect.extend({
        /** What goes back or along: its limit, or what it uses of the pool above where it was never given any. */
        moved: quantity,
        /** Another pool than `pool` that gets back what the account had of it: that of the partner it leaves. */
        former_pool: poolChange.nullable(),
      }),
    ),
  })
  .meta({ shape: 'LicenseActWhatIf' });
export type LicenseActWhatIf = z.output<typeof actWhatIf>;

/** reassign: the account changed its partner, and its limits came from that one's pools from then on. */
export const LICENSE_HISTORY_KINDS = ['allocation', 'reset', 'reassign'] as const;
const historyEvent = z
  .object({
    id,
    timestamp: dateTime,
    /** The day of it in the asked time zone. */
    date: answeredDay,
    /** For system scope alone. */
    actor: z.string().nullable(),
    app_code: app,
    feature: z.string(),
    generation,
    kind: z.enum(LICENSE_HISTORY_KINDS),
    /** What was added, or with a minus taken away; null where one of the two limits is unlimited. */
    quantity: quantity.nullable(),
    previous_limit: quantity,
    limit: quantity,
  })
  .meta({ shape: 'LicenseHistoryEvent' });
export type LicenseHistoryEvent = z.output<typeof historyEvent>;
const historyDetail = historyEvent
  .extend({
    /** The partner account it came from or went to; null for the platform. */
    pool_name: z.string().nullable(),
    /** What was left there, before and after; -1 is unlimited. Null where the viewer may not know it. */
    pool_before: quantity.nullable(),
    pool_after: quantity.nullable(),
    used_before: quantity,
    used_after: quantity,
  })
  .meta({ shape: 'LicenseHistoryDetail' });

export type LicenseHistoryDetail = z.output<typeof historyDetail>;

const pages = paging(['timestamp'], LIMITS.largeListLimit);
const history = z.strictObject({
  ...pages,
  limit: queryNumber(1, LIMITS.largeListLimit).default(LIMITS.licenseHistoryPage).describe('How many to answer.'),
  time_zone: timeZone.optional(),
  kind: z.enum(LICENSE_HISTORY_KINDS).optional().describe('Only events of this kind.'),
});

export const licenses = {
  platformUsage: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/usage/{app}',
    summary: 'What the platform has of an application, and what is left of it.',
    access: ACCESS.licenses.viewOfPlatform,
    params: z.strictObject({ app: app.describe('The code of the application.') }),
    query: asOf,
    success: 200,
    response: usage,
  }),
  usageOfAll: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/license/usage',
    summary: 'The license of an account: every application that the viewer may see.',
    access: ACCESS.licenses.view,
    params: ONE_ACCOUNT,
    query: asOf,
    success: 200,
    response: license,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/license/usage/{app}',
    summary: 'The license of an account for one application.',
    access: ACCESS.licenses.view,
    params: ONE_OF_APP,
    query: asOf,
    success: 200,
    response: usage,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/license/usage/{app}',
    summary: 'Gives an account new limits, from the pool of its partner or of the platform. All of it, or nothing.',
    access: ACCESS.licenses.edit,
    audit: { action: 'UPDATE', resource: 'LICENSE_ALLOCATION' },
    params: ONE_OF_APP,
    headers: operation,
    body: licenseUpdate,
    success: 200,
    response: usage,
    problems: [...UPDATE_PROBLEMS, 'LICENSE_OPERATION_OTHER'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/license/usage/{app}/preview',
    summary: 'What an update would do. Changes nothing.',
    access: ACCESS.licenses.edit,
    audit: { none: 'it only asks' },
    params: ONE_OF_APP,
    body: licenseUpdate,
    success: 200,
    response: whatIf,
    problems: UPDATE_PROBLEMS,
  }),
  allocationEvent: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/license/allocation-event',
    summary: 'Tells once more what an update changed, of the application of the body. Changes nothing.',
    access: ACCESS.licenses.edit,
    audit: { none: 'the books were changed, and the event written, by the update that it names' },
    params: ONE_ACCOUNT,
    body: allocationEvent,
    success: 204,
    problems: ['SYSTEM_ACCOUNT', 'MIGRATION_UNCONFIRMED', 'LICENSE_EVENT_UNKNOWN'],
  }),
  allocationEventOfApp: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/license/allocation-event/{app}',
    summary: 'Tells once more what an update changed. Changes nothing.',
    access: ACCESS.licenses.edit,
    audit: { none: 'the books were changed, and the event written, by the update that it names' },
    params: ONE_OF_APP,
    body: allocationEvent,
    success: 204,
    problems: ['SYSTEM_ACCOUNT', 'MIGRATION_UNCONFIRMED', 'LICENSE_EVENT_UNKNOWN'],
  }),
  limit: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/limit/{account}/{app}',
    summary: 'The limits of an account for one application.',
    access: ACCESS.licenses.view,
    params: LIMIT_OF,
    success: 200,
    response: z.object({
      account_id: id,
      app_code: app,
      license_feature_version: generation,
      features: z.array(z.object({ name: z.string(), generation, limit: quantity })),
    }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/limit/{account}/{app}/history',
    summary: 'What was added, taken away and reset, newest first.',
    access: ACCESS.licenses.view,
    params: LIMIT_OF,
    query: history,
    success: 200,
    response: listOf(historyEvent),
  }),
  historyDetails: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/limit/{account}/{app}/history-details',
    summary: 'The same with where it came from and what was used; of one event where its id is given.',
    access: ACCESS.licenses.view,
    params: LIMIT_OF,
    query: history.extend({ id: id.optional().describe('Names one event.') }),
    success: 200,
    response: listOf(historyDetail),
  }),
  historyExport: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/license/limit/{account}/{app}/history/export',
    summary:
      'All of the history as CSV (RFC 4180), streamed; who did it for system scope alone. ' +
      'Formulas are made harmless by a leading apostrophe.',
    access: ACCESS.licenses.view,
    params: LIMIT_OF,
    query: history.pick({ sort: true, time_zone: true, kind: true }).extend({ locale: exporting.locale }),
    success: 200,
    produces: 'text/csv',
    perMinute: 30,
  }),
  whatIfAct: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/license/what-if',
    summary: 'What it would do to licenses to delete an account, give it to another partner or unlink it.',
    access: ACCESS.accounts.view,
    params: ONE_ACCOUNT,
    query: z.strictObject({
      act: z.enum(LICENSE_ACTS).describe('What would be done to the account.'),
      partner_account_id: idOrNone.describe('The partner that it would be given to; without one, none.'),
    }),
    success: 200,
    response: actWhatIf,
    // What the acts themselves are refused with.
    problems: ['SYSTEM_ACCOUNT', 'OWN_ACCOUNT', 'HAS_CUSTOMERS', 'PARTNER_ACCOUNT', 'NOT_LINKED'],
  }),
  whatIfLicense: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/license/what-if',
    summary: 'What it would do to licenses to replace that of the platform. Changes nothing.',
    access: ACCESS.license.replace,
    audit: { none: 'it only asks' },
    body: licenseReplacement,
    success: 200,
    response: replacementWhatIf,
  }),
};
