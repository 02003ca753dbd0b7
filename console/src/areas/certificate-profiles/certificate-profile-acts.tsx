/** What can be done to a certificate profile: from its row in the list, and from its page. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { useArchive } from '../../shell/record/use-archive.tsx';

export function useCertificateProfileArchive() {
  const t = useText();
  return useArchive<CertificateProfileAnswer>({
    put: (id, archived) =>
      change('PUT /account/ui-api/v1/profile/{id}/archived', { params: { id }, body: { archived } }),
    body: ({ templates }) => t('certificateProfiles.archiveBody', { count: templates }),
    texts: {
      archive: 'certificateProfiles.archive',
      restore: 'certificateProfiles.restore',
      title: 'certificateProfiles.archiveTitle',
      archived: 'certificateProfiles.archivedDone',
      restored: 'certificateProfiles.restored',
    },
  });
}
