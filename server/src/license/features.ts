import type { AppCode } from '@signet/contract/viewer';
import type { LicensedFeature } from './license.ts';

/** What each application counts, by generation of its features; quantities are those of an evaluation. */
const CATALOGUE: Record<AppCode, { v1: Record<string, number>; v2: Record<string, number> }> = {
  account_manager: { v1: { accounts: 100, administrators: 250 }, v2: { account_units: 100, service_user_units: 50 } },
  ca_manager: {
    v1: { certificate_authorities: 25, certificates: 10_000 },
    v2: { root_ca_units: 5, issuing_ca_units: 20, certificate_units: 10_000 },
  },
  secure_software_manager: {
    v1: { key_pairs: 100, hardware_key_pair_units: 10, signatures: 5_000 },
    v2: { key_pair_units: 100, hardware_key_pair_units: 10, signature_units: 5_000 },
  },
  device_manager: { v1: { devices: 1_000, divisions: 10 }, v2: { device_units: 1_000 } },
  enterprise_manager: { v1: { seats: 500, certificates: 1_000 }, v2: { seat_units: 500, certificate_units: 1_000 } },
  document_signing_manager: {
    v1: { signers: 50, signatures: 2_000 },
    v2: { signer_units: 50, signature_units: 2_000 },
  },
  discovery_automation_manager: {
    v1: { sensors: 10, agents: 100, certificates: 5_000 },
    v2: { sensor_units: 10, agent_units: 100, discovered_certificate_units: 5_000 },
  },
  device_trust_manager: {
    v1: { devices: 1_000, firmware_updates: 100 },
    v2: { device_units: 1_000, update_units: 100 },
  },
};

/**
 * Every application with every feature of both generations, in the quantity of an evaluation or all in `quantity` (-1:
 * unlimited).
 */
export function everyFeature(quantity?: number): { app_code: AppCode; features: LicensedFeature[] }[] {
  const rows = (generation: 'v1' | 'v2', counted: Record<string, number>): LicensedFeature[] =>
    Object.entries(counted).map(([name, evaluation]) => ({ name, generation, quantity: quantity ?? evaluation }));
  return (Object.keys(CATALOGUE) as AppCode[]).map((app_code) => ({
    app_code,
    features: [...rows('v1', CATALOGUE[app_code].v1), ...rows('v2', CATALOGUE[app_code].v2)],
  }));
}
