/** What the chosen roles come to, beside the form of a person or service user. */
import type { AssignableRole } from '@signet/contract/areas/people';
import { useText } from '../../i18n/text.ts';
import { PermissionChecks } from '../permission/PermissionChecks.tsx';
import css from './person.module.css';

/** How many are named. */
const NAMED = 12;

export function RightsAside({ roles, chosen }: { roles: readonly AssignableRole[]; chosen: readonly string[] }) {
  const t = useText();
  const given = roles.filter(({ id }) => chosen.includes(id)).flatMap(({ permissions }) => permissions);
  return (
    <section className={`card ${css.aside}`}>
      <h2>{t('people.can')}</h2>
      {given.length === 0 ? (
        <p className="t2">{t('people.canNothing')}</p>
      ) : (
        <PermissionChecks of={given} first={NAMED} />
      )}
    </section>
  );
}
