/** What screens are called where they stand in one list: titles are short, and several screens share one. */
import type { AnyRoute } from '@tanstack/react-router';
import type { TextKey } from '../../i18n/text.ts';

/** The titles of the pages above one, the outermost first. The root has one as well: that of what is not found. */
export function titlesAbove({ parentRoute }: Pick<AnyRoute, 'parentRoute'>): TextKey[] {
  if (!parentRoute || parentRoute.isRoot) return [];
  const title: TextKey | undefined = parentRoute.options.staticData?.title;
  return [...titlesAbove(parentRoute), ...(title === undefined ? [] : [title])];
}

/** `trail`: the titles from the outermost page above it to its own. `act`: the words for what opens it. */
export type NamedScreen = { trail: readonly string[]; act: string };

/** A label for each: its title; where others have the same, with the titles above it, else with its act. */
export function labelsOf(screens: readonly NamedScreen[]): string[] {
  const titles = screens.map(({ trail }) => trail.at(-1) ?? '');
  const trails = screens.map(({ trail }) => trail.join(' › '));
  return titles.map((title, at) => {
    if (!isShared(titles, at)) return title;
    return isShared(trails, at) ? `${title} (${screens[at]?.act})` : (trails[at] ?? title);
  });
}

const isShared = (labels: readonly string[], at: number): boolean =>
  labels.some((label, other) => other !== at && label === labels[at]);
