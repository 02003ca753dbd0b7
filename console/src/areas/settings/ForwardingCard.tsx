/** The way to the receivers of the events of the audit log. */
import { IconSend } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { LinkCard } from '../../shell/routing/LinkCard.tsx';

export function ForwardingCard() {
  const t = useText();
  const lead = t('auditForwarding.card');
  return <LinkCard to={paths.auditForwarding()} icon={IconSend} title={t('auditForwarding.title')} lead={lead} />;
}
