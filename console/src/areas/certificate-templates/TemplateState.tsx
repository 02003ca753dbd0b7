/** What keeps a template from issuing: that it is archived itself, or its profile. Nothing of one that is in use. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { useText } from '../../i18n/text.ts';
import { StatusBadge } from '../../ui/State.tsx';

export function TemplateState({ of: one }: { of: Pick<TemplateAnswer, 'archived_at' | 'profile_archived'> }) {
  const t = useText();
  if (one.archived_at !== null) return <StatusBadge tone="off">{t('templates.archived')}</StatusBadge>;
  return one.profile_archived && <StatusBadge tone="warn">{t('templates.archivedProfile')}</StatusBadge>;
}
