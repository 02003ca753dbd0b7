/** What the chosen roles come to, beside the form of a person or service user. */
import type { AssignableRole } from '@signet/contract/areas/people';
import { PERMISSIONS } from '@signet/contract/viewer';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { usePermissionName } from '../permission/permission-names.ts';
import css from './person.module.css';

/** How many are named. */
const NAMED = 12;

export function RightsAside({ roles, chosen }: { roles: readonly AssignableRole[]; chosen: readonly string[] }) {
  const t = useText();
  const nameOfPermission = usePermissionName();
  const given = new Set(roles.filter(({ id }) => chosen.includes(id)).flatMap(({ permissions }) => permissions));
  const names = PERMISSIONS.filter((name) => given.has(name));
  return (
    <section className={`card ${css.aside}`}>
      <h2>{t('people.can')}</h2>
      {names.length === 0 && <p className="t2">{t('people.canNothing')}</p>}
      <ul>
        {names.slice(0, NAMED).map((name) => (
          <li key={name}>
            <IconCheck size={16} stroke={1.75} aria-hidden />
            {nameOfPermission(name)}
          </li>
        ))}
      </ul>
      {names.length > NAMED && <p className="t2">{t('people.canMore', { count: names.length - NAMED })}</p>}
    </section>
  );
}
