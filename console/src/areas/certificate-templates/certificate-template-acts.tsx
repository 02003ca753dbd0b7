/** What can be done to a template: from its row in the list, and from its page. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { useArchive } from '../../shell/record/use-archive.tsx';

export function useTemplateArchive() {
  const t = useText();
  return useArchive<TemplateAnswer>({
    put: (id, archived) =>
      change('PUT /account/ui-api/v1/template/{id}/archived', { params: { id }, body: { archived } }),
    body: () => t('templates.archiveBody'),
    texts: {
      archive: 'templates.archive',
      restore: 'templates.restore',
      title: 'templates.archiveTitle',
      archived: 'templates.archivedDone',
      restored: 'templates.restored',
    },
  });
}
