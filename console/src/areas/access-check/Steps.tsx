/** What was looked at for an access, each with what came of it and where it can be changed. */
import { ACCESS } from '@signet/contract/access';
import type { AccessCheck } from '@signet/contract/areas/access-check';
import { permissionsInScope } from '@signet/contract/viewer';
import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { flagName } from '../../shell/permission/flag-name.ts';
import { usePermissionName, useScopeNames } from '../../shell/permission/permission-names.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import css from './access-check.module.css';

type Permission = AccessCheck['permissions'][number];
/** `open`: another one of the alternatives is held, so that this one is not needed. */
type State = 'ok' | 'bad' | 'open';

export function Steps({ check }: { check: AccessCheck }) {
  const t = useText();
  const scopes = useScopeNames();
  const switches = useAllows(ACCESS.featureFlags.manage);
  const { obstacles, scopes: needed, permissions, feature, in_session_only, person, tokens } = check;
  const own = scopes([person.access_scope]);
  // Where the person has no access no token has it either, nor where it is for the console alone.
  const asked = check.allowed && !in_session_only ? tokens : [];
  const any = permissions.filter((one) => one.needed === 'any');
  const isEnough = any.some(({ held }) => held);
  const flag = feature && flagName(t, feature.name);
  return (
    <ul className={css.steps} aria-label={t('accessCheck.steps')}>
      {obstacles.length === 0 && <Step state="ok" title={t('accessCheck.open')} />}
      {obstacles.map((obstacle) => (
        <Step key={obstacle} state="bad" title={t(`accessCheck.obstacle.${obstacle}`)} />
      ))}
      {needed && (
        <Step
          state={needed.includes(person.access_scope) ? 'ok' : 'bad'}
          title={t('accessCheck.scopeStep', { own })}
          detail={t('accessCheck.scopeHeld', { scopes: scopes(needed) })}
        />
      )}
      {permissions
        .filter((one) => one.needed === 'all')
        .map((one) => (
          <PermissionStep key={one.name} permission={one} state={one.held ? 'ok' : 'bad'} check={check} />
        ))}
      {any.length > 1 && !isEnough && <li className={css.group}>{t('accessCheck.oneIsEnough')}</li>}
      {any
        .toSorted((a, b) => Number(b.held) - Number(a.held))
        .map((one) => (
          <PermissionStep
            key={one.name}
            permission={one}
            state={one.held ? 'ok' : isEnough ? 'open' : 'bad'}
            check={check}
          />
        ))}
      {feature && (
        <Step
          state={feature.on ? 'ok' : 'bad'}
          title={t('accessCheck.featureStep', { feature: flag ?? feature.name })}
          code={feature.name}
          detail={
            <>
              {t(feature.on ? 'accessCheck.featureOn' : 'accessCheck.featureOff')}{' '}
              {switches && <PageLink to={paths.featureFlags()}>{t('flags.title')}</PageLink>}
            </>
          }
        />
      )}
      {in_session_only && (
        <Step
          state={person.service_user ? 'bad' : 'ok'}
          title={t('accessCheck.sessionOnly')}
          detail={person.service_user ? t('accessCheck.sessionStep') : undefined}
        />
      )}
      {asked.length > 0 && <li className={css.group}>{t('accessCheck.tokens')}</li>}
      {asked.map(({ id, name, allowed }) => (
        <Step
          key={id}
          state={allowed ? 'ok' : 'bad'}
          title={name}
          detail={t(allowed ? 'accessCheck.alsoByToken' : 'accessCheck.notByToken')}
        />
      ))}
    </ul>
  );
}

function PermissionStep({ permission, state, check }: { permission: Permission; state: State; check: AccessCheck }) {
  const t = useText();
  const nameOfPermission = usePermissionName();
  const scopes = useScopeNames();
  const { name, held, roles, hidden_roles: hidden, given_by: givers } = permission;
  const listed = roles.length + hidden > 0;
  const own = check.person.access_scope;
  const scope = scopes([own]);
  const forbids = (check.scopes && !check.scopes.includes(own)) || permissionsInScope([name], own).length === 0;
  return (
    <Step
      state={state}
      title={nameOfPermission(name)}
      code={name}
      detail={
        <>
          {listed && (
            <p>
              {t(held ? 'accessCheck.givenBy' : 'accessCheck.outOfScope', { scope })}{' '}
              <Roles roles={roles} hidden={hidden} />
            </p>
          )}
          {state === 'open' && <p>{t('noPermission.alternative')}</p>}
          {state === 'bad' && check.date === null && (
            <p>
              {forbids
                ? t('accessCheck.scopeForbids', { scope })
                : t(givers.length === 0 ? 'accessCheck.noRoleGives' : 'accessCheck.rolesWithIt')}{' '}
              <Roles roles={givers} hidden={0} />
            </p>
          )}
        </>
      }
    />
  );
}

/** Names of roles, each a link for those who may open it. */
function Roles({ roles, hidden }: { roles: Permission['roles']; hidden: number }) {
  const t = useText();
  const opens = useAllows(ACCESS.roles.view);
  return (
    <>
      {roles.map(({ id, app_code, name }, place) => (
        <Fragment key={id}>
          {place > 0 && ', '}
          {opens ? <PageLink to={paths.role(id)}>{name}</PageLink> : name} ({t(`product.${app_code}`)})
        </Fragment>
      ))}
      {hidden > 0 && `${roles.length > 0 ? ', ' : ''}${t('accessCheck.hiddenRoles', { count: hidden })}`}
    </>
  );
}

const ICONS = { ok: IconCircleCheck, bad: IconCircleX, open: IconCircle } as const;

type StepProps = { state: State; title: string; code?: string; detail?: ReactNode };

function Step({ state, title, code, detail }: StepProps) {
  const t = useText();
  const Icon = ICONS[state];
  return (
    <li>
      <Icon className={css[state]} size={18} stroke={1.75} aria-hidden />
      <div>
        <p>
          <span className={state === 'bad' ? 'strong' : undefined}>{title}</span>
          {code !== undefined && <span className={`mono ${css.code}`}>{code}</span>}
          {state === 'bad' && <span className="vh">, {t('noPermission.missing')}</span>}
        </p>
        {detail && <div className={css.detail}>{detail}</div>}
      </div>
    </li>
  );
}
