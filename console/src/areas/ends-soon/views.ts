/** The ways to look at what ends that everybody is offered, beside those that a person saves. */
import { useText } from '../../i18n/text.ts';
import type { View } from '../../shell/list/list-state.ts';

const SOONEST = ['ends_at:asc'];

export function useEndingViews(): (View & { name: string })[] {
  const t = useText();
  return [
    { name: t('endsSoon.view.month'), filters: { within: '30' }, sort: SOONEST },
    { name: t('endsSoon.mine'), filters: { within: '84', owner: 'mine' }, sort: SOONEST },
    { name: t('endsSoon.noOwner'), filters: { within: '84', owner: 'nobody' }, sort: SOONEST },
    { name: t('endsSoon.snoozed'), filters: { snoozed: 'true' }, sort: SOONEST },
    { name: t('endsSoon.ended'), filters: { ended: 'true' }, sort: ['ends_at:desc'] },
  ];
}
