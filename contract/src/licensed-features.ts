/**
 * What the applications count: the features a license speaks of, by application and generation, in the order in which
 * they are shown. Their names are text keys too (`licensed.` + name).
 */
import { APP_CODES, type AppCode } from './viewer.ts';

/** A license counts in rows of the first or of the second generation; an application shows one of the two. */
export const LICENSE_GENERATIONS = ['v1', 'v2'] as const;
export type LicenseGeneration = (typeof LICENSE_GENERATIONS)[number];

/** The quantity that means no limit. */
export const UNLIMITED = -1;

/** `evaluation` is the quantity of an evaluation license. */
type Licensed = { readonly evaluation: number };
type Generations = Readonly<Record<LicenseGeneration, Readonly<Record<string, Licensed>>>>;

const of = (evaluation: number): Licensed => ({ evaluation });

/** By application; names are unique within a generation of an application. */
export const LICENSED_FEATURES = {
  account_manager: {
    v1: { accounts: of(1_000), administrators: of(2_500) },
    v2: { account_units: of(1_000), service_user_units: of(500) },
  },
  ca_manager: {
    v1: { certificate_authorities: of(25), certificates: of(10_000) },
    v2: { root_ca_units: of(5), issuing_ca_units: of(20), certificate_units: of(10_000) },
  },
  secure_software_manager: {
    v1: { key_pairs: of(100), hardware_key_pair_units: of(10), signatures: of(5_000) },
    v2: { key_pair_units: of(100), hardware_key_pair_units: of(10), signature_units: of(5_000) },
  },
  device_manager: { v1: { devices: of(1_000), divisions: of(10) }, v2: { device_units: of(1_000) } },
  enterprise_manager: {
    v1: { seats: of(500), certificates: of(1_000) },
    v2: { seat_units: of(500), certificate_units: of(1_000) },
  },
  document_signing_manager: {
    v1: { signers: of(50), signatures: of(2_000) },
    v2: { signer_units: of(50), signature_units: of(2_000) },
  },
  discovery_automation_manager: {
    v1: { sensors: of(10), agents: of(100), certificates: of(5_000) },
    v2: { sensor_units: of(10), agent_units: of(100), discovered_certificate_units: of(UNLIMITED) },
  },
  device_trust_manager: {
    v1: { devices: of(1_000), firmware_updates: of(100) },
    v2: { device_units: of(1_000), update_units: of(100) },
  },
} as const satisfies Record<AppCode, Generations>;

type Names<A extends AppCode> = {
  [G in LicenseGeneration]: keyof (typeof LICENSED_FEATURES)[A][G] & string;
}[LicenseGeneration];
/** The name of a feature that some application counts. A license may name others; they are shown by their names. */
export type LicensedFeatureName = { [A in AppCode]: Names<A> }[AppCode];

type Named = { app_code: AppCode; generation: LicenseGeneration; feature: string };

/**
 * Sorts features as they are shown: by application and generation, then as the catalogue has them; what it has not
 * comes last, by its name.
 */
export function inShownOrder(a: Named, b: Named): number {
  if (a.app_code !== b.app_code) return APP_CODES.indexOf(a.app_code) - APP_CODES.indexOf(b.app_code);
  if (a.generation !== b.generation) return a.generation < b.generation ? -1 : 1;
  const names = Object.keys(LICENSED_FEATURES[a.app_code][a.generation]);
  const place = ({ feature }: Named) => (names.includes(feature) ? names.indexOf(feature) : names.length);
  return place(a) - place(b) || (a.feature < b.feature ? -1 : 1);
}

/** The feature that no reset is offered for. */
export const HARDWARE_KEY_PAIRS = 'hardware_key_pair_units';

/** What happens and is over, as a signature is: a reset begins to count it anew. All else exists, and stays. */
const ONLY_COUNTED: ReadonlySet<string> = new Set<LicensedFeatureName>([
  'signatures',
  'signature_units',
  'firmware_updates',
  'update_units',
]);
export const isOnlyCounted = (feature: string): boolean => ONLY_COUNTED.has(feature);
