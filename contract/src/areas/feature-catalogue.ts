/**
 * The features that each application has, which an account has switched on or off. Not the feature flags of the
 * platform (feature-flags.ts), nor what a license counts. Names are text keys too (`features.name.` + id, with a
 * sentence under `features.line.`). No schemas here, so that a page can load it without zod.
 */
import type { AppCode } from '../viewer.ts';

/** The account tries an application until a day. */
export const TRIAL_ACCOUNT = 'trial_account';
/** Keys are made and kept in the platform's own key store. */
export const KEY_LOCKER_ACCOUNT = 'key_locker_account';
/** Certificates that the public trusts. */
export const PUBLIC_ISSUANCE = 'public_issuance';

/**
 * `displayOrder`: features of an application are shown in this order. `defaultFeature`: on for an account for which
 * nobody has switched it; whoever changes that here changes it for all those accounts.
 */
type Entry = { readonly featureId: string; readonly displayOrder: number; readonly defaultFeature: boolean };

const of = <const Id extends string>(featureId: Id, displayOrder: number, { on = false } = {}) => ({
  featureId,
  displayOrder,
  defaultFeature: on,
});
const ON = { on: true };

/** By application, in the order in which applications are shown. The same id means the same in each of them. */
const FEATURE_CATALOGUE = {
  account_manager: [of('advanced_reporting', 10), of('custom_branding', 20)],
  ca_manager: [of('private_issuance', 10, ON), of(PUBLIC_ISSUANCE, 20), of(TRIAL_ACCOUNT, 30)],
  secure_software_manager: [
    of(PUBLIC_ISSUANCE, 10),
    of(KEY_LOCKER_ACCOUNT, 20),
    of(TRIAL_ACCOUNT, 30),
    of('timestamping', 40, ON),
    of('release_approval', 50),
  ],
  device_manager: [of('bulk_enrollment', 10, ON), of(TRIAL_ACCOUNT, 20)],
  enterprise_manager: [of('autoenrollment', 10, ON), of(PUBLIC_ISSUANCE, 20), of(TRIAL_ACCOUNT, 30)],
  document_signing_manager: [of('long_term_validation', 10, ON), of(TRIAL_ACCOUNT, 20)],
  discovery_automation_manager: [of('discovery_scans', 10, ON), of('automated_renewal', 20), of(TRIAL_ACCOUNT, 30)],
  device_trust_manager: [of('device_attestation', 10, ON), of(TRIAL_ACCOUNT, 20)],
} as const satisfies Record<AppCode, readonly Entry[]>;

type Catalogue = typeof FEATURE_CATALOGUE;
/** The id of a feature of some application. */
export type FeatureId = Catalogue[AppCode][number]['featureId'];
/** A feature as the catalogue has it. */
export type CatalogueFeature = { featureId: FeatureId; displayOrder: number; defaultFeature: boolean };

/** The applications in the order in which they are shown. */
export const FEATURE_APPLICATIONS = Object.keys(FEATURE_CATALOGUE) as AppCode[];

/** The features of an application in their order. */
export const catalogueOf = (app: AppCode): CatalogueFeature[] =>
  [...FEATURE_CATALOGUE[app]].toSorted((a, b) => a.displayOrder - b.displayOrder);

/** Whether a feature is on until a day, and has that day where it is on. */
export const hasEnd = (featureId: string): boolean => featureId === TRIAL_ACCOUNT;

/** Every feature id once. */
export const FEATURE_IDS: readonly FeatureId[] = [
  ...new Set(FEATURE_APPLICATIONS.flatMap((app) => FEATURE_CATALOGUE[app].map(({ featureId }) => featureId))),
];
