/** Who was signed in in this tab before somebody else signed in in another one: said until it is dismissed. */
import { queryClient } from '../api/query.ts';
import { nameOf, profileQuery } from './profile.ts';
import { readTab, writeTab } from './tab-storage.ts';

/** Remembers the person of this page by name. Called before anything of theirs is forgotten. */
export function rememberFormerPerson(): void {
  const profile = queryClient.getQueryData(profileQuery.queryKey);
  if (profile) writeTab('formerPerson', nameOf(profile));
}

export const formerPerson = (): string | null => readTab('formerPerson');
export const forgetFormerPerson = (): void => writeTab('formerPerson', null);
