/** Signing out by hand. */
import { queryClient } from '../api/query.ts';
import { send } from '../api/send.ts';
import { outside } from '../paths.ts';
import { settleListSettings } from './list-settings.ts';
import { endSession, storedTokens } from './state.ts';

/**
 * Ends the session on the server and here, then leaves the page for good, so that nothing of it stays in memory (S-142,
 * S-143).
 */
export async function signOut(): Promise<void> {
  await settleListSettings();
  const stored = storedTokens();
  try {
    if (stored)
      await send({
        method: 'POST',
        path: '/imauth/api/v1/logout',
        body: { refresh_token: stored.refreshToken },
        signal: AbortSignal.timeout(5_000),
      });
  } catch {
    // The server will end the session by its time; this browser forgets it now.
  }
  leaving = true;
  endSession('signed-out');
  queryClient.clear();
  location.assign(outside.logout());
}

let leaving = false;
/** True while the browser is on its way to the logout address: no other navigation may cut in. */
export const isLeaving = (): boolean => leaving;
