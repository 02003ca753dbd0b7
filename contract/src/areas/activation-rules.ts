/** The step with which invited people who sign documents activate that (S-258). */
import type { FeatureFlag } from '../feature-flags.ts';
import type { AppCode } from '../viewer.ts';

/** The application whose people sign documents. */
const SIGNS: AppCode = 'document_signing_manager';

/**
 * Whether somebody who answers an invitation activates signing as well. `apps`: the applications of their roles;
 * `flags`: as they hold for this person.
 */
export const activatesSigning = (
  apps: readonly string[],
  flags: Readonly<Pick<Record<FeatureFlag, boolean>, 'enableActivateStepForDsmSigner'>>,
): boolean => flags.enableActivateStepForDsmSigner && apps.includes(SIGNS);
