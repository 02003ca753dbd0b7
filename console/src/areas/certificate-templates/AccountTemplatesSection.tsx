/** The templates by which certificates are made for an account's seats. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { useApi } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { Section } from '../../shell/detail/Section.tsx';
import { RecordLines } from '../../shell/detail/RecordLines.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';

/** How many show here; the others are in the table. */
const SHOWN = 10;

export default function AccountTemplatesSection({ record }: { record: Account }) {
  const t = useText();
  const creates = useAllows(ACCESS.certificateTemplates.manage);
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/account/{id}/template', {
    params: { id: record.id },
    query: { limit: SHOWN },
  });
  const none = creates ? (
    <Rich text="templates.noneCreate" tags={{ create: <PageLink to={paths.certificateTemplateCreate()} /> }} />
  ) : (
    t('templates.noneAsk')
  );
  const lines = data?.items.map(({ id, name, profile_name }) => ({
    id,
    name,
    to: paths.certificateTemplate(id),
    more: profile_name,
  }));
  return (
    <Section
      count={data?.total}
      actions={<ButtonLink to={paths.certificateTemplates()}>{t('accounts.allTemplates')}</ButtonLink>}
    >
      {() => <RecordLines read={{ error, refetch, total: data?.total }} lines={lines} none={none} />}
    </Section>
  );
}
