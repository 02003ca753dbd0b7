/** The roles that a person or service user has, by application, and what they come to there or altogether. */
import type { HeldRole } from '@signet/contract/areas/people';
import { APP_CODES, type AppCode } from '@signet/contract/viewer';
import { useText } from '../../i18n/text.ts';
import { Tag } from '../../ui/State.tsx';
import { HeldPermissions } from '../permission/HeldPermissions.tsx';
import css from './person.module.css';

type Props = { roles: readonly HeldRole[] } & (
  | { permissions: readonly string[] }
  | { applications: readonly { app_code: AppCode; permissions: readonly string[] }[] }
);

export function HeldRoles({ roles, ...held }: Props) {
  const t = useText();
  if (roles.length === 0) return <p className="t2">{t('people.noRoles')}</p>;
  return (
    <dl className={`card ${css.held}`}>
      {APP_CODES.filter((app) => roles.some(({ app_code }) => app_code === app)).map((app) => (
        <div key={app}>
          <dt>{t(`product.${app}`)}</dt>
          <dd>
            {roles
              .filter(({ app_code }) => app_code === app)
              .map(({ id, name, archived }) => (
                <Tag key={id}>{archived ? t('people.archivedRole', { name }) : name}</Tag>
              ))}
          </dd>
          {'applications' in held && (
            <dd className={css.allows}>
              <HeldPermissions
                of={held.applications.find(({ app_code }) => app_code === app)?.permissions ?? []}
                app={app}
              />
            </dd>
          )}
        </div>
      ))}
      {'permissions' in held && (
        <div>
          <dt>{t('people.permissions')}</dt>
          <dd className={css.allows}>
            <HeldPermissions of={held.permissions} />
          </dd>
        </div>
      )}
    </dl>
  );
}
