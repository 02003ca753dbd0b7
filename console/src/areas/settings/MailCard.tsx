/** The way to the outgoing mail, with what needs a person there. */
import { IconMail } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { LinkCard } from '../../shell/routing/LinkCard.tsx';
import { StatusBadge } from '../../ui/State.tsx';

export function MailCard() {
  const t = useText();
  const held = useApi('GET /account/ui-api/v1/mail', { query: { status: 'held', limit: 1 } }).data;
  const failed = useApi('GET /account/ui-api/v1/mail', { query: { status: 'failed', limit: 1 } }).data;
  const states = (
    <>
      {held && held.total > 0 && <StatusBadge tone="warn">{t('settings.held', { count: held.total })}</StatusBadge>}
      {failed && failed.total > 0 && (
        <StatusBadge tone="bad">{t('settings.failed', { count: failed.total })}</StatusBadge>
      )}
    </>
  );
  return (
    <LinkCard
      to={paths.outgoingMail()}
      icon={IconMail}
      title={t('outgoingMail.title')}
      lead={held?.mail_server === false ? t('settings.mailHeld') : t('settings.mail')}
      states={states}
    />
  );
}
