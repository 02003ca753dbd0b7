/** A new role (S-065). */
import { useText } from '../../i18n/text.ts';
import { RoleForm } from './RoleForm.tsx';
import { useNewRole } from './use-new-role.ts';

export default function RoleCreatePage() {
  const t = useText();
  const form = useNewRole(null);
  return <RoleForm title={t('roles.create')} form={form} />;
}
