/** What can be asked about: the screens of the map by their titles, and every act by its name. */
import { SIGNED_IN } from '@signet/contract/access';
import { ACTS, actOf } from '@signet/contract/acts';
import { useRouter, type AnyRoute } from '@tanstack/react-router';
import { isTextKey, useText, type TextKey } from '../../i18n/text.ts';
import { labelsOf, titlesAbove } from './choice-labels.ts';

/** `value` stands in the address: the act alone, or the act with the title of the screen that asks for it. */
export type AskedAbout = { value: string; act: string; label: string; kind: 'screen' | 'action' };

const LICENSE_ACT = /^licenses\.(view|manage)\.(\w+)$/;

/** The words for an act; those of one application's license are the words of its permission. */
function actText(t: (key: TextKey) => string, act: string): string {
  const [, verb, app] = LICENSE_ACT.exec(act) ?? [];
  const key = app === undefined ? `accessCheck.act.${act}` : `permission.${verb}_${app}_license`;
  return isTextKey(key) ? t(key) : act;
}

/** Screens first; of those that have their titles and access in common the first. A program opens none. */
export function useChoices({ screens }: { screens: boolean }): AskedAbout[] {
  const t = useText();
  const router = useRouter();
  const pages = Object.values<AnyRoute>(screens ? router.routesById : {}).flatMap((route) => {
    const { title, leadsOn, access = SIGNED_IN } = route.options.staticData ?? {};
    // Whatever anybody may open is no question.
    const act = access === SIGNED_IN ? undefined : actOf(access);
    if (title === undefined || leadsOn || act === undefined) return [];
    return [
      {
        value: `${act}:${title}`,
        act,
        trail: titlesAbove(route)
          .concat(title)
          .map((one) => t(one)),
      },
    ];
  });
  // By act and title the address names it.
  const byValue = new Map(pages.toReversed().map((page) => [page.value, page]));
  const first = pages.filter((page) => byValue.get(page.value) === page);
  const labels = labelsOf(first.map(({ act, trail }) => ({ trail, act: actText(t, act) })));
  const asked = first.map(({ value, act }, at): AskedAbout => {
    return { value, act, label: labels[at] ?? '', kind: 'screen' };
  });
  const actions = [...ACTS.keys()].map((act): AskedAbout => ({
    value: act,
    act,
    label: actText(t, act),
    kind: 'action',
  }));
  return [...asked, ...actions];
}
