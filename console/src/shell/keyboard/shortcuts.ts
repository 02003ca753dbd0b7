/** Keys that work everywhere outside fields: G and a letter goes somewhere, C creates, E edits, ? shows them all. */
import { useLayoutEffect } from 'react';
import { useSingleKeys } from '../../session/single-keys.ts';
import { isCovered } from '../routing/free-focus.ts';
import { useGo } from '../routing/go.ts';
import type { NavEntry } from '../navigation/navigation.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import { targetOfKey } from './page-keys.ts';

/** The second key has to follow within this time. */
const SECOND_KEY_MS = 1_200;

export type GoKey = { key: string; entry: NavEntry };

export function goKeys(entries: readonly NavEntry[]): GoKey[] {
  return entries
    .flatMap((entry) => entry.children ?? [entry])
    .flatMap((entry) => (entry.key ? [{ key: entry.key, entry }] : []));
}

/**
 * True for a key that the page may follow: pressed alone, outside what is written or chosen in, and with nothing over
 * the page. A click beside a dialog that stays leaves the focus on the page behind it.
 */
export const isForPage = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  // On a Mac many keyboards have brackets on other keys, with Option.
  (!event.altKey || event.key === '[' || event.key === ']') &&
  !event.defaultPrevented &&
  !isTyping(event.target) &&
  !isCovered();

/** True when a key press belongs to what the person is writing or choosing. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input:not([type=checkbox], [type=radio]), textarea, select, [role=menu], [role=dialog], [role=listbox]',
      ) !== null)
  );
}

export function useShortcuts(onHelp: () => void): void {
  const go = useGo();
  const entries = useNavigation();
  const { on } = useSingleKeys();
  // Before the page shows: what can be seen listens.
  useLayoutEffect(() => {
    if (!on) return;
    let gAt = 0;
    const pressed = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      if (event.key === '?') return onHelp();
      if (event.key === 'g') {
        gAt = event.timeStamp;
        return;
      }
      const found =
        event.timeStamp - gAt <= SECOND_KEY_MS
          ? goKeys(entries).find((one) => one.key === event.key.toLowerCase())
          : undefined;
      gAt = 0;
      const target = found || event.repeat ? null : targetOfKey(event.key);
      if (!found && !target) return;
      event.preventDefault();
      if (found) go(found.entry.to);
      else target?.click();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [entries, go, onHelp, on]);
}
