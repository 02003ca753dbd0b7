/** What happens before a secured page may show: tokens renewed, then the person loaded (S-136). */
import { queryClient } from '../api/query.ts';
import { activateLanguage, startLanguage } from '../i18n/language.ts';
import { keepChosenLanguage, languageOf } from './chosen-language.ts';
import { endOnServer } from './end-on-server.ts';
import { forgetFormerPerson } from './former-person.ts';
import { listSettingsQuery } from './list-settings.ts';
import { permissionQuery } from './permissions.ts';
import { featuresQuery, migrationFlagQuery, ownApplicationsQuery, profileQuery, type OwnProfile } from './profile.ts';
import { keepTokens, makeRoom, onSessionEnd, session, storedTokens, type Tokens } from './state.ts';
import { awaitsTerms } from './token-person.ts';
import { refresh } from './tokens.ts';

let started: Promise<OwnProfile | null> | null = null;
onSessionEnd(() => {
  started = null;
});

/**
 * Once per page load or sign-in: a session found in storage is renewed first; one that has just begun is fresh.
 * Null when nobody is signed in any more. Later calls answer the person as saved since then. `meanwhile` runs once it
 * is known that somebody is signed in, after the first call of the session has left.
 * @throws {Failure} when the person can't be loaded for another reason than the session
 */
export function startSession(meanwhile: () => void = () => undefined): Promise<OwnProfile | null> {
  if (started) meanwhile();
  started ??= load(meanwhile).catch((thrown: unknown) => {
    started = null;
    throw thrown;
  });
  return started.then((profile) => profile && (queryClient.getQueryData(profileQuery.queryKey) ?? profile));
}

async function load(meanwhile: () => void): Promise<OwnProfile | null> {
  if (!storedTokens()) return null;
  if (session.get().isAuth) meanwhile();
  else if (!(await refresh(meanwhile))) return null;
  const person = queryClient.fetchQuery(profileQuery).then(async (profile) => {
    // The flags of everybody stand in for it where it fails.
    if (profile.agreement_accepted) await queryClient.prefetchQuery(migrationFlagQuery(profile.id));
    return profile;
  });
  // Until the terms are accepted the server answers nothing else, and their page needs nothing else. Where they were
  // when the token was made, nobody waits for the person's answer to ask on.
  const rest = awaitsTerms(storedTokens()?.accessToken ?? '') ? null : readRest();
  // What is not awaited below must not fail on its own.
  rest?.catch(() => undefined);
  const profile = await person;
  if (profile.agreement_accepted) {
    const [applications] = await (rest ?? readRest());
    session.set((before) => ({ ...before, isHubVisible: applications.items.length > 1 }));
  }
  await activateLanguage(languageOf(profile) ?? startLanguage());
  await keepChosenLanguage(profile);
  return profile;
}

/** What the pages of somebody who has accepted the terms need beside who it is. */
const readRest = () =>
  Promise.all([
    queryClient.fetchQuery(ownApplicationsQuery),
    queryClient.fetchQuery(permissionQuery),
    queryClient.fetchQuery(featuresQuery),
    // Lists show in their plain way without it.
    queryClient.prefetchQuery(listSettingsQuery),
  ]);

/** The terms have been accepted: what was refused before is read at the next start of a page. */
export function restartSession(): void {
  started = null;
}

/**
 * A sign-in has succeeded: a new session, with a new account-expiry notice (S-156). The session that was there before,
 * whoever's it was, ends: here, on the server, and in the other tabs, which follow the new one.
 */
export function beginSession(tokens: Tokens): void {
  const former = storedTokens();
  makeRoom();
  forgetFormerPerson();
  keepTokens(tokens);
  if (former) void endOnServer(former.refreshToken);
}
