/** Signing out by hand. */
import { queryClient } from '../api/query.ts';
import { outside } from '../paths.ts';
import { forgetDrafts } from './drafts.ts';
import { endOnServer } from './end-on-server.ts';
import { settleListSettings } from './list-settings.ts';
import { endSession, ownTokens, personOfTab } from './state.ts';

/**
 * Ends the session of this tab's person on the server and here, then leaves the page for good, so that nothing of it
 * stays in memory (S-142, S-143).
 */
export async function signOut(): Promise<void> {
  await settleListSettings();
  const own = await ownTokens();
  const next = own ? await endOnServer(own.refreshToken) : outside.logout();
  leaving = true;
  const person = personOfTab();
  if (person !== null) forgetDrafts(person);
  endSession('signed-out');
  queryClient.clear();
  location.assign(next);
}

let leaving = false;
/** True while the browser is on its way to the logout address: no other navigation may cut in. */
export const isLeaving = (): boolean => leaving;
