/** Edits an administrator (S-047), roles and all where user roles are on (S-048). */
import { AdministratorEdit } from './AdministratorEdit.tsx';

export default function AdministratorEditPage() {
  return <AdministratorEdit />;
}
