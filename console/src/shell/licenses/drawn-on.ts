/** Whose licenses an account uses that has none of its own, in words. */
import type { LicenseFeature } from '@signet/contract/areas/licenses';
import { useText } from '../../i18n/text.ts';

type DrawnOn = NonNullable<LicenseFeature['attributes']['draws_on']>;

export function useDrawnOn(): (above: Pick<DrawnOn, 'of' | 'name'>) => string {
  const t = useText();
  return ({ of, name }) => t('licenses.drawsOn', { of, name: name ?? '' });
}
