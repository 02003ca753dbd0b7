/** Edits the roles of an administrator, and nothing else (S-049). */
import { AdministratorEdit } from './AdministratorEdit.tsx';

export default function AdministratorRolesEditPage() {
  return <AdministratorEdit rolesOnly />;
}
