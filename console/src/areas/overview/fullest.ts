/** The pools of a license that a person should look at first. */
import type { AccountLicense, LicenseFeature } from '@signet/contract/areas/licenses';
import type { AppCode } from '@signet/contract/viewer';
import { usageOf } from '../../shell/licenses/usage.ts';

export type Pool = { app: AppCode; feature: LicenseFeature; percent: number };

/** Every pool with a limit, of the generation that its application shows, the fullest first. */
export function poolsByUsage({ applications }: AccountLicense): Pool[] {
  const pools = applications.flatMap(({ app_code: app, license_feature_version: version, features }) =>
    features.flatMap((feature): Pool[] => {
      const usage = usageOf(feature.attributes);
      return feature.generation === version && usage.kind === 'share' ? [{ app, feature, percent: usage.percent }] : [];
    }),
  );
  return pools.toSorted((a, b) => b.percent - a.percent || b.feature.attributes.limit - a.feature.attributes.limit);
}
