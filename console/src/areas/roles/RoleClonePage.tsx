/** A new role that begins as another one is, which stays as it is (S-067). */
import type { Role } from '@signet/contract/areas/roles';
import { useParams } from '@tanstack/react-router';
import { useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useCrumbName } from '../../shell/navigation/crumbs.ts';
import { UnreadPage } from '../../shell/routing/UnreadPage.tsx';
import { RoleForm } from './RoleForm.tsx';
import { useNewRole } from './use-new-role.ts';

export default function RoleClonePage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/role/{id}', { params: { id } });
  useCrumbName(query.data && `${t('roles.clone')}: ${query.data.name}`);
  return query.data ? <CloneForm source={query.data} /> : <UnreadPage query={query} />;
}

function CloneForm({ source }: { source: Role }) {
  const t = useText();
  const { form, choosesAccount } = useNewRole(source);
  return <RoleForm title={t('roles.clone')} form={form} source={source} choosesAccount={choosesAccount} />;
}
