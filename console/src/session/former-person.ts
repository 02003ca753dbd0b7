/** Who was signed in in this tab before somebody else signed in in another one: said until it is dismissed. */
import { queryClient } from '../api/query.ts';
import { nameOf, profileQuery } from './profile.ts';
import { storedTokens } from './state.ts';
import { readTab, writeTab } from './tab-storage.ts';
import { personIn } from './token-person.ts';

/** Remembers the person of this page by name. Called when the tab gives way, before anything of theirs is forgotten. */
export function rememberFormerPerson(): void {
  const profile = queryClient.getQueryData(profileQuery.queryKey);
  const successor = personIn(storedTokens()?.accessToken ?? '');
  if (profile) writeTab('formerPerson', JSON.stringify({ successor, name: nameOf(profile) }));
}

/** The name of the one who was here before this person; null where nobody gave way to them. */
export function formerPersonOf(userId: string): string | null {
  try {
    const { successor, name } = JSON.parse(readTab('formerPerson') ?? '{}') as { successor?: unknown; name?: unknown };
    return successor === userId && typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}

export const forgetFormerPerson = (): void => writeTab('formerPerson', null);
