/** The way to the outgoing mail, with what needs a person there. */
import { IconChevronRight, IconMail } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import css from './settings.module.css';

export function MailCard() {
  const t = useText();
  const held = useApi('GET /account/ui-api/v1/mail', { query: { status: 'held', limit: 1 } }).data;
  const failed = useApi('GET /account/ui-api/v1/mail', { query: { status: 'failed', limit: 1 } }).data;
  return (
    <PageLink to={paths.outgoingMail()} className={`card ${css.link}`}>
      <IconMail size={20} stroke={1.75} aria-hidden />
      <span className={css.text}>
        <span className="strong">{t('outgoingMail.title')}</span>
        <span className="sm t2">{held?.mail_server === false ? t('settings.mailHeld') : t('settings.mail')}</span>
      </span>
      <span className={css.states}>
        {held && held.total > 0 && <StatusBadge tone="warn">{t('settings.held', { count: held.total })}</StatusBadge>}
        {failed && failed.total > 0 && (
          <StatusBadge tone="bad">{t('settings.failed', { count: failed.total })}</StatusBadge>
        )}
      </span>
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </PageLink>
  );
}
