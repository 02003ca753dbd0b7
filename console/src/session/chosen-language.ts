/**
 * The language that somebody chose on a page before sign-in. It is theirs once they are signed in: the profile follows
 * it, and not the other way round (S-276, S-277, S-278).
 */
import { isLocale, type Locale } from '@signet/contract/locales';
import { change } from '../api/change.ts';
import { queryClient } from '../api/query.ts';
import { showProblem } from '../api/show-problem.ts';
import { activateLanguage } from '../i18n/language.ts';
import { profileQuery, type OwnProfile } from './profile.ts';
import { readTab, writeTab } from './tab-storage.ts';

/** Shows the language at once, and remembers that it was chosen. */
export function chooseLanguage(locale: Locale): void {
  writeTab('chosenLanguage', locale);
  activateLanguage(locale).catch(showProblem);
}

/** The language to speak with this person: the one chosen in this tab, else the profile's; null where it has none. */
export function languageOf(profile: OwnProfile): Locale | null {
  const chosen = readTab('chosenLanguage');
  if (isLocale(chosen)) return chosen;
  return isLocale(profile.locale) ? profile.locale : null;
}

/**
 * Makes the chosen language that of the profile. Before the terms are accepted nothing may be changed: it waits until
 * then. Where it can't be kept the page speaks it all the same, and the next sign-in doesn't.
 */
export async function keepChosenLanguage(profile: OwnProfile): Promise<void> {
  const chosen = readTab('chosenLanguage');
  if (!profile.agreement_accepted) return;
  writeTab('chosenLanguage', null);
  if (!isLocale(chosen) || chosen === profile.locale) return;
  try {
    await change('PUT /account/ui-api/v1/user/{id}/locale/{locale}', {
      params: { id: profile.id, locale: chosen },
    });
    // Stale by the change, and read again: its form saves by the version that it has now.
    await queryClient.fetchQuery(profileQuery);
  } catch {
    // Said above.
  }
}
