/** What ends the step after the password. */
import { asFailure } from '../../api/failure.ts';
import { useGo } from '../../shell/routing/go.ts';
import { leadsTo } from './refused.ts';
import { forgetAwaited } from './second-factor-step.ts';

/**
 * Takes a refusal after which the step can't be tried again: `onOver` where the sign-in begins anew, or the page that a
 * refusal has. Anything else is thrown again, for the form.
 */
export function useGivenUp(onOver: () => void): (thrown: unknown) => Promise<void> {
  const go = useGo();
  return async (thrown) => {
    const failure = asFailure(thrown);
    if (failure.status === 'STATE_EXPIRED') {
      forgetAwaited();
      return onOver();
    }
    const elsewhere = await leadsTo(failure);
    if (elsewhere === null) throw thrown;
    go(elsewhere, { replace: true });
  };
}
