/** The certificate profiles that an account may use. */
import type { Account } from '@signet/contract/areas/accounts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { RecordLines } from '../../shell/detail/RecordLines.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useCertificateProfileWords } from './certificate-profile-words.ts';

/** How many show here; the others are in the table. */
const SHOWN = 10;

export default function AccountCertificateProfilesSection({ record }: { record: Account }) {
  const t = useText();
  const words = useCertificateProfileWords();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/account/{id}/profile', {
    params: { id: record.id },
    query: { limit: SHOWN },
  });
  const lines = data?.items.map(({ id, name, purposes }) => ({
    id,
    name,
    to: paths.certificateProfile(id),
    more: purposes.map(words.purpose).join(', '),
  }));
  return (
    <Section
      count={data?.total}
      actions={<ButtonLink to={paths.certificateProfiles()}>{t('accounts.allCertificateProfiles')}</ButtonLink>}
    >
      {() => (
        <RecordLines read={{ error, refetch, total: data?.total }} lines={lines} none={t('certificateProfiles.none')} />
      )}
    </Section>
  );
}
