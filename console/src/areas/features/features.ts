/** The features of one application as its form has them, and what of them is sent. */
import type { Account } from '@signet/contract/areas/accounts';
import { hasEnd, type FeatureId } from '@signet/contract/areas/feature-catalogue';
import type { FeatureState, Switches } from '@signet/contract/areas/feature-rules';
import type { AppCode } from '@signet/contract/viewer';
import type { CallResponse } from '../../api/call.ts';

/** What of an account its features ask for. */
export type FeatureOwner = Pick<Account, 'id' | 'service_period'>;

export const FEATURES = 'GET /account/ui-api/v1/features/account/{id}';
export type AccountFeatures = CallResponse<typeof FEATURES>;
export type AccountFeature = AccountFeatures['items'][number];

/** What stands in the form: a switch for each feature by its id, and the last day of a trial under {@link END}. */
export type FeatureValues = Record<string, boolean | string>;
export const END = 'end_date';

/** The features of an application in their order. */
export const featuresOf = ({ items }: AccountFeatures, app: AppCode): AccountFeature[] =>
  items.filter(({ appCode }) => appCode === app).toSorted((a, b) => a.displayOrder - b.displayOrder);

export const versionOf = ({ applications }: AccountFeatures, app: AppCode): number =>
  applications.find(({ app_code }) => app_code === app)?.version ?? 1;

export const valuesOf = (features: readonly AccountFeature[]): FeatureValues => ({
  ...Object.fromEntries(features.map(({ featureId, enabled }) => [featureId, enabled])),
  [END]: features.find(({ endDate }) => endDate !== null)?.endDate ?? '',
});

export const endOf = (values: FeatureValues): string => String(values[END] ?? '');

export const switchesOf = (features: readonly AccountFeature[], values: FeatureValues): Switches =>
  Object.fromEntries(features.map(({ featureId }) => [featureId, values[featureId] === true]));

/** The features as they would stand. */
export const statesOf = (features: readonly AccountFeature[], values: FeatureValues): FeatureState[] =>
  features.map(({ featureId }) => {
    const enabled = values[featureId] === true;
    return { featureId, enabled, endDate: enabled && hasEnd(featureId) ? endOf(values) || null : null };
  });

export type FeatureChange = { feature_id: FeatureId; enabled: boolean; end_date?: string };

/** What is another one than it was, as the call takes it; the end of a trial alone has a day. */
export function changesOf(features: readonly AccountFeature[], values: FeatureValues): FeatureChange[] {
  const states = statesOf(features, values);
  return features.flatMap(({ featureId, enabled: was, endDate: ended }, index): FeatureChange[] => {
    const { enabled = false, endDate = null } = states[index] ?? {};
    if (enabled === was && endDate === ended) return [];
    return [{ feature_id: featureId, enabled, ...(endDate === null ? {} : { end_date: endDate }) }];
  });
}
