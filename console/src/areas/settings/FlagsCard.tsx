/** The way to the feature flags. */
import { IconChevronRight, IconToggleRight } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import css from './settings.module.css';

export function FlagsCard() {
  const t = useText();
  return (
    <PageLink to={paths.featureFlags()} className={`card ${css.link}`}>
      <IconToggleRight size={20} stroke={1.75} aria-hidden />
      <span className={css.text}>
        <span className="strong">{t('flags.title')}</span>
        <span className="sm t2">{t('flags.lead')}</span>
      </span>
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </PageLink>
  );
}
