/** What an event is called: "Organization changed", "Signed in". */
import { isTextKey, useText, type TextOf } from '../../i18n/text.ts';

/** A kind of resource in words; a kind that has none stays as it is. */
export function resourceText(t: TextOf, type: string): string {
  const key = `accounts.event.${type}`;
  return isTextKey(key) ? t(key) : type;
}

/** What was done to what, in words. */
export function eventTitle(t: TextOf, { action, resource_type }: { action: string; resource_type: string }): string {
  const what = resourceText(t, resource_type);
  const ofThing = `accounts.event.${action}`;
  if (isTextKey(ofThing)) return t(ofThing, { what });
  const ofPerson = `audit.did.${action}`;
  return isTextKey(ofPerson) ? t(ofPerson) : `${action} ${what}`;
}

export function useEventTitle(): (event: { action: string; resource_type: string }) => string {
  const t = useText();
  return (event) => eventTitle(t, event);
}
