import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { answeredDay, answeredReason, day, id, readVersion } from '../fields.ts';
import { FEATURE_IDS } from './feature-catalogue.ts';
import { LIMITS } from '../limits.ts';
import { APP_CODES } from '../viewer.ts';

/** A feature of an application, as it holds today for an account. */
const accountFeature = z
  .object({
    featureId: z.enum(FEATURE_IDS),
    appCode: z.enum(APP_CODES),
    enabled: z.boolean(),
    endDate: answeredDay.nullable().describe('The last day of a trial that is on.'),
    defaultFeature: z.boolean(),
    displayOrder: z.number().int(),
  })
  .meta({ shape: 'AccountFeature' });
export type AccountFeature = z.output<typeof accountFeature>;

/** The features of an account by application, each in their order. */
const accountFeatures = z
  .object({
    items: z.array(accountFeature),
    total: z.number().int(),
    applications: z.array(
      z
        .object({
          app_code: z.enum(APP_CODES),
          version: z.number().int().describe('Rises whenever a feature of the application is switched.'),
        })
        .meta({ shape: 'FeaturesVersion' }),
    ),
    why_not_switch: answeredReason.nullable().describe('Null where the viewer may switch them.'),
  })
  .meta({ shape: 'AccountFeatures' });
export type AccountFeatures = z.output<typeof accountFeatures>;

/** One feature of a request. One that is not listed stays as it is, and so does an absent end. */
const featureSwitch = z
  .strictObject({
    feature_id: z.string().max(LIMITS.nameMax),
    enabled: z.boolean(),
    end_date: day.nullable().optional().describe('The last day of a trial that is switched on.'),
  })
  .meta({ shape: 'FeatureSwitch' });
export type FeatureSwitch = z.output<typeof featureSwitch>;

const NAMES_ACCOUNT = id.describe('Names the account.');

export const features = {
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/features/account/{id}',
    summary: 'The features of an account, by application in their order. The platform’s own account has none.',
    access: ACCESS.features.view,
    params: z.strictObject({ id: NAMES_ACCOUNT }),
    success: 200,
    response: accountFeatures,
  }),
  switch: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/features/account/{account}/{feature}/features',
    summary: 'Switches features of one application on or off for an account.',
    access: ACCESS.features.switch,
    audit: { action: 'UPDATE', resource: 'FEATURE' },
    params: z.strictObject({
      account: NAMES_ACCOUNT,
      feature: z.enum(APP_CODES).describe('The app_code of the application.'),
    }),
    query: readVersion,
    body: z.array(featureSwitch).max(LIMITS.featureSwitchesMax),
    success: 200,
    response: accountFeatures.extend({
      error: z.boolean().describe('True where an application did not take it over; `message` says why (A-239).'),
      message: z.string().nullable(),
    }),
    problems: [
      'CHANGED_MEANWHILE',
      'SYSTEM_ACCOUNT',
      'MIGRATION_UNCONFIRMED',
      'TRIAL_AND_KEY_LOCKER',
      'PUBLIC_ISSUANCE_NEEDED',
    ],
  }),
};
