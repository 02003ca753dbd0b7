/** The way to the feature flags. */
import { IconToggleRight } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { LinkCard } from '../../shell/routing/LinkCard.tsx';

export function FlagsCard() {
  const t = useText();
  return <LinkCard to={paths.featureFlags()} icon={IconToggleRight} title={t('flags.title')} lead={t('flags.lead')} />;
}
