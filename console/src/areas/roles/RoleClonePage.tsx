/** A new role that begins as another one is, which stays as it is (S-067). */
import type { Role } from '@signet/contract/areas/roles';
import { useParams } from '@tanstack/react-router';
import { useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useCrumbName } from '../../shell/navigation/crumbs.ts';
import { RoleForm } from './RoleForm.tsx';
import { useNewRole } from './use-new-role.ts';

export default function RoleClonePage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/role/{id}', { params: { id } });
  useCrumbName(query.data && `${t('roles.clone')}: ${query.data.name}`);
  return <LoadedPage query={query}>{(source) => <CloneForm source={source} />}</LoadedPage>;
}

function CloneForm({ source }: { source: Role }) {
  const t = useText();
  const form = useNewRole(source);
  return <RoleForm title={t('roles.clone')} form={form} source={source} />;
}
