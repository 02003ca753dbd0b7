import { LICENSE_GENERATIONS, LICENSED_FEATURES } from '@signet/contract/licensed-features';
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import type { LicensedFeature } from './license.ts';

/**
 * Every application with every feature of both generations, in the quantity of an evaluation or all in `quantity` (-1:
 * unlimited).
 */
export const everyFeature = (quantity?: number): { app_code: AppCode; features: LicensedFeature[] }[] =>
  APP_CODES.map((app_code) => ({
    app_code,
    features: LICENSE_GENERATIONS.flatMap((generation) =>
      Object.entries(LICENSED_FEATURES[app_code][generation]).map(([name, { evaluation }]) => ({
        name,
        generation,
        quantity: quantity ?? evaluation,
      })),
    ),
  }));
