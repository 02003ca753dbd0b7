/**
 * The packages of an application: what each holds, and to which an account may go from which (A §3 Package). One
 * declaration for the comparison page, the API and the rules; without schemas, so that a page can use it.
 */
import type { AppCode } from '../viewer.ts';

/** The packages, the smallest first. */
export const PACKAGES = ['essential', 'advanced', 'premium'] as const;
export type PackageCode = (typeof PACKAGES)[number];
export type PackageId = `pkg_${PackageCode}`;

/** The second name of a package. */
export const packageId = (code: PackageCode): PackageId => `pkg_${code}`;

/** The package behind either of its names: calls take both. */
export const PACKAGE_OF: Readonly<Record<PackageCode | PackageId, PackageCode>> = {
  essential: 'essential',
  advanced: 'advanced',
  premium: 'premium',
  pkg_essential: 'essential',
  pkg_advanced: 'advanced',
  pkg_premium: 'premium',
};

/** To which packages an account may go from the one that it holds: upwards alone. */
export const CAN_UPGRADE_TO: Readonly<Record<PackageCode, readonly PackageCode[]>> = {
  essential: ['advanced', 'premium'],
  advanced: ['premium'],
  premium: [],
};

/** The groups of the comparison, in their order. */
export const PACKAGE_CATEGORIES = ['inventory', 'management', 'ca', 'other'] as const;
export type PackageCategory = (typeof PACKAGE_CATEGORIES)[number];

/** The applications that have packages; the others have features and licenses alone. */
export const PACKAGED_APPLICATIONS = ['ca_manager', 'discovery_automation_manager'] as const satisfies AppCode[];
export type PackagedApplication = (typeof PACKAGED_APPLICATIONS)[number];
const packaged: readonly string[] = PACKAGED_APPLICATIONS;
export const isPackaged = (application: string): application is PackagedApplication => packaged.includes(application);

/** What packages are made of; applications share some. */
export const PACKAGE_FEATURES = [
  'api_access',
  'audit_log_export',
  'automated_renewal',
  'certificate_inventory',
  'certificate_owners',
  'certificate_templates',
  'cloud_discovery',
  'end_notices',
  'foreign_authorities',
  'hardware_keys',
  'key_inventory',
  'network_discovery',
  'online_status',
  'private_authorities',
  'public_authorities',
  'round_the_clock_support',
  'scheduled_reports',
  'several_issuing_authorities',
  'two_person_approval',
] as const;
export type PackageFeatureId = (typeof PACKAGE_FEATURES)[number];

/** A line of the comparison: a feature, and in which packages it is. */
export type PackageFeature = { featureId: PackageFeatureId; availability: Readonly<Record<PackageCode, boolean>> };
export type PackageGroup = { category: PackageCategory; features: readonly PackageFeature[] };

/** A feature is in this package and in every larger one, so that an upgrade takes nothing away. */
const from = (smallest: PackageCode, featureId: PackageFeatureId): PackageFeature => ({
  featureId,
  availability: {
    essential: smallest === 'essential',
    advanced: smallest !== 'premium',
    premium: true,
  },
});

/** What is compared, by application. */
export const PACKAGE_CATALOGUE: Readonly<Record<PackagedApplication, readonly PackageGroup[]>> = {
  discovery_automation_manager: [
    {
      category: 'inventory',
      features: [
        from('essential', 'certificate_inventory'),
        from('advanced', 'network_discovery'),
        from('premium', 'cloud_discovery'),
      ],
    },
    {
      category: 'management',
      features: [
        from('essential', 'end_notices'),
        from('advanced', 'certificate_owners'),
        from('advanced', 'automated_renewal'),
        from('premium', 'two_person_approval'),
      ],
    },
    {
      category: 'ca',
      features: [
        from('essential', 'public_authorities'),
        from('advanced', 'private_authorities'),
        from('premium', 'foreign_authorities'),
      ],
    },
    {
      category: 'other',
      features: [
        from('essential', 'api_access'),
        from('advanced', 'scheduled_reports'),
        from('premium', 'audit_log_export'),
        from('premium', 'round_the_clock_support'),
      ],
    },
  ],
  ca_manager: [
    {
      category: 'inventory',
      features: [from('essential', 'certificate_inventory'), from('advanced', 'key_inventory')],
    },
    {
      category: 'management',
      features: [
        from('essential', 'certificate_templates'),
        from('essential', 'end_notices'),
        from('premium', 'two_person_approval'),
      ],
    },
    {
      category: 'ca',
      features: [
        from('essential', 'private_authorities'),
        from('advanced', 'several_issuing_authorities'),
        from('advanced', 'online_status'),
        from('premium', 'hardware_keys'),
      ],
    },
    {
      category: 'other',
      features: [
        from('essential', 'api_access'),
        from('advanced', 'scheduled_reports'),
        from('premium', 'audit_log_export'),
        from('premium', 'round_the_clock_support'),
      ],
    },
  ],
};

/** The features of an application that `to` has and `held` has not; with none held, all of `to`. */
export function gainedFeatures(
  application: PackagedApplication,
  held: PackageCode | null,
  to: PackageCode,
): PackageFeatureId[] {
  return PACKAGE_CATALOGUE[application]
    .flatMap(({ features }) => features)
    .filter(({ availability }) => availability[to] && !(held !== null && availability[held]))
    .map(({ featureId }) => featureId);
}
