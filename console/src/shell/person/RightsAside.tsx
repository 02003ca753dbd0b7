/** What the chosen roles come to, beside the form of a person or service user. */
import type { AssignableRole, HeldRole } from '@signet/contract/areas/people';
import { useText } from '../../i18n/text.ts';
import { PermissionChecks } from '../permission/PermissionChecks.tsx';
import css from './person.module.css';

/** How many are named. */
const NAMED = 12;

type Props = {
  /** From useAssignableRoles. */
  roles: readonly AssignableRole[] | undefined;
  held?: readonly HeldRole[];
  chosen: readonly string[];
};

export default function RightsAside({ roles, held = [], chosen }: Props) {
  const t = useText();
  const isChosen = ({ id }: { id: string }): boolean => chosen.includes(id);
  const given = roles?.filter(isChosen).flatMap(({ permissions }) => permissions) ?? [];
  // Of roles that can be given no more the names alone are known; they count as long as somebody has them.
  const kept = roles ? held.filter((one) => isChosen(one) && !roles.some(({ id }) => id === one.id)) : [];
  return (
    <section className={`card ${css.aside}`}>
      <h2>{t('people.can')}</h2>
      {given.length > 0 && <PermissionChecks of={given} first={NAMED} />}
      {kept.length > 0 && (
        <p className="t2">{t('people.canKept', { roles: kept.map(({ name }) => name).join(', ') })}</p>
      )}
      {roles && given.length + kept.length === 0 && <p className="t2">{t('people.canNothing')}</p>}
    </section>
  );
}
