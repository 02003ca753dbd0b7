/** Whose licenses an account uses that has none of its own, in words. */
import type { LicenseFeature } from '@signet/contract/areas/licenses';
import { useText } from '../../i18n/text.ts';

/** Whose those are. */
export type DrawnOn = Pick<NonNullable<LicenseFeature['attributes']['draws_on']>, 'of' | 'name'>;

export function useDrawnOn(): (above: DrawnOn) => string {
  const t = useText();
  return ({ of, name }) => t('licenses.drawsOn', { of, name: name ?? '' });
}
