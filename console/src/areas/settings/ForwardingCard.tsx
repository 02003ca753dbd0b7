/** The way to the receivers of the events of the audit log. */
import { IconChevronRight, IconSend } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import css from './settings.module.css';

export function ForwardingCard() {
  const t = useText();
  return (
    <PageLink to={paths.auditForwarding()} className={`card ${css.link}`}>
      <IconSend size={20} stroke={1.75} aria-hidden />
      <span className={css.text}>
        <span className="strong">{t('auditForwarding.title')}</span>
        <span className="sm t2">{t('auditForwarding.card')}</span>
      </span>
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </PageLink>
  );
}
