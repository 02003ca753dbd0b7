import { featureFlag } from '@signet/contract/feature-flags';
import { isTextKey, type TextOf } from '../../i18n/text.ts';

/** A feature flag in words, "Partner accounts", by either of its names; what is none stays as it is. */
export function flagName(t: TextOf, name: string): string {
  const key = `flags.name.${featureFlag(name) ?? ''}`;
  return isTextKey(key) ? t(key) : name;
}
