/** Which permissions a page needs, which of them the person has, and who can give the others. */
import { Button } from '@mantine/core';
import { IconCheck, IconCircle, IconCircleCheck, IconCircleX, IconCopy } from '@tabler/icons-react';
import type { Access, Lack } from '@signet/contract/access';
import { actOf } from '@signet/contract/acts';
import type { ReactNode } from 'react';
import { useApi } from '../../api/query.ts';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { permissionsInScope, type Permission, type Scope } from '@signet/contract/viewer';
import { paths } from '../../paths.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { usePermissions } from '../../session/permissions.ts';
import { Copying } from '../../ui/Copying.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import { useCrumbs } from '../navigation/crumbs.ts';
import { useHome } from '../routing/home.ts';
import { ButtonLink } from '../routing/ButtonLink.tsx';
import { initialsOf } from '../person/initials.ts';
import { flagName } from './flag-name.ts';
import { usePermissionName, useScopeNames } from './permission-names.ts';
import css from '../routing/page.module.css';

/** Whether the person lacks anything that somebody could give. */
export const isLacking = ({ permissions, anyOf, scopes, feature }: Lack): boolean =>
  permissions.length + anyOf.length + scopes.length > 0 || feature !== null;

/** What the page needs altogether, and what it needs one of; of alternatives none is missing as long as one is held. */
export function PermissionList({ access, lack }: { access: Access; lack: Lack }) {
  const t = useText();
  const all = access.all ?? [];
  const any = access.any ?? [];
  if (all.length + any.length === 0) return null;
  const also = all.length > 0;
  return (
    <div className={`card ${css.perm}`}>
      {all.length > 0 && <PermissionGroup head={t('noPermission.needs')} names={all} missing={lack.permissions} />}
      {any.length > 0 && (
        <PermissionGroup
          head={t(also ? 'noPermission.needsAlso' : 'noPermission.needsAny')}
          names={any}
          missing={lack.anyOf}
        />
      )}
    </div>
  );
}

type GroupProps = { head: string; names: readonly Permission[]; missing: readonly Permission[] };

function PermissionGroup({ head, names, missing }: GroupProps) {
  const t = useText();
  const { permissions: heldPermissions } = usePermissions();
  const nameOfPermission = usePermissionName();
  return (
    <>
      <h2>{head}</h2>
      <ul>
        {names
          .toSorted((a, b) => Number(heldPermissions.has(a)) - Number(heldPermissions.has(b)))
          .map((name) => (
            <li key={name}>
              {heldPermissions.has(name) ? (
                <IconCircleCheck className={css.held} size={18} stroke={1.75} aria-hidden />
              ) : missing.includes(name) ? (
                <IconCircleX className="t3" size={18} stroke={1.75} aria-hidden />
              ) : (
                <IconCircle className="t3" size={18} stroke={1.75} aria-hidden />
              )}
              <span>
                <span className={missing.includes(name) ? 'strong' : undefined}>{nameOfPermission(name)}</span>
                <span className={`mono ${css.code}`}>{name}</span>
              </span>
              {heldPermissions.has(name) ? (
                <span className="t3">{t('noPermission.held')}</span>
              ) : missing.includes(name) ? (
                <StatusBadge tone="bad">{t('noPermission.missing')}</StatusBadge>
              ) : (
                <span className="t3">{t('noPermission.alternative')}</span>
              )}
            </li>
          ))}
      </ul>
    </>
  );
}

/** Everything that is missing, in words for somebody who can give it. */
function useMissing({ permissions, anyOf, scopes, feature }: Lack): string[] {
  const t = useText();
  const nameOfPermission = usePermissionName();
  const nameOfScopes = useScopeNames();
  const listed = (names: readonly string[]): string =>
    names.map((name) => `${nameOfPermission(name)} (${name})`).join(', ');
  return [
    ...(permissions.length > 0 ? [listed(permissions)] : []),
    ...(anyOf.length > 0
      ? [anyOf.length > 1 ? t('noPermission.oneOf', { permissions: listed(anyOf) }) : listed(anyOf)]
      : []),
    ...(scopes.length > 0 ? [nameOfScopes(scopes)] : []),
    ...(feature === null ? [] : [t('noPermission.featureOf', { feature: `${flagName(t, feature)} (${feature})` })]),
  ];
}

/** Back to where the person may be, home or the page above this one, and the words to send to somebody who can help. */
export function RefusalActions({ access, lack }: { access: Access; lack: Lack }) {
  const t = useText();
  const profile = useProfile();
  const home = useHome();
  const above = useCrumbs()
    .slice(0, -1)
    .findLast(({ open }) => open);
  const missing = useMissing(lack);
  const act = actOf(access);
  const request = t('noPermission.request', {
    name: nameOf(profile),
    userName: profile.user_name,
    page: location.href,
    missing: missing.join('; '),
  });
  return (
    <div className={css.acts}>
      <ButtonLink to={home.to} size="sm" variant="filled">
        {t(home.text)}
      </ButtonLink>
      {above && above.to !== home.to && (
        <ButtonLink to={above.to} size="sm">
          {t('noPermission.backTo', { page: above.text })}
        </ButtonLink>
      )}
      {isLacking(lack) && (
        <Copying value={request}>
          {({ copied, copy }) => (
            <Button
              size="sm"
              leftSection={
                copied ? (
                  <IconCheck size={16} stroke={1.75} aria-hidden />
                ) : (
                  <IconCopy size={16} stroke={1.75} aria-hidden />
                )
              }
              onClick={copy}
            >
              {copied ? t('common.copied') : t('noPermission.copyRequest')}
            </Button>
          )}
        </Copying>
      )}
      {act !== undefined && (
        <ButtonLink to={paths.profileAccess({ check: act })} size="sm">
          {t('noPermission.check')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Whether roles alone could give somebody of a scope what is missing. */
const couldHold = ({ permissions, anyOf }: Lack, scope: Scope): boolean =>
  permissionsInScope(permissions, scope).length === permissions.length &&
  (anyOf.length === 0 || permissionsInScope(anyOf, scope).length > 0);

/**
 * Whom to turn to: people of the own account who can give what is missing, by name; where nobody can, what kind of
 * people can. Nobody of another account is named.
 */
export function WhoHelps({ lack }: { lack: Lack }) {
  const t = useText();
  const { access_scope: scope } = useProfile();
  const lacksPermission = lack.permissions.length + lack.anyOf.length > 0;
  // What only another scope may hold nobody of the own account can give.
  if (lacksPermission && lack.scopes.length === 0)
    return couldHold(lack, scope) ? <Givers lack={lack} /> : <Help>{t('noPermission.notInScope', { scope })}</Help>;
  if (lack.scopes.length === 0 && lack.feature === null) return null;
  const why = lack.scopes.length > 0 ? t('noPermission.noRole') : t('noPermission.switchedBy');
  return (
    <Help>
      {why} {(lack.scopes.length > 0 || scope !== 'system') && t('noPermission.turnTo', { scope })}
    </Help>
  );
}

function Help({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <section className={css.who}>
      <h2>{t('noPermission.whoHelps')}</h2>
      <p className={css.intro}>{children}</p>
    </section>
  );
}

function Givers({ lack }: { lack: Lack }) {
  const t = useText();
  const { data } = useApi('GET /account/ui-api/v1/permission/administrators', {
    query: { permission: lack.permissions, any_of: lack.anyOf },
  });
  const { id: self, access_scope: scope } = useProfile();
  const others = data?.items.filter((person) => person.id !== self) ?? [];
  if (!data) return null;
  if (others.length === 0)
    return (
      <Help>
        {t('noPermission.nobody')}
        {sentenceGap()}
        {t('noPermission.turnTo', { scope })}
      </Help>
    );
  return (
    <section className={css.who}>
      <h2>{t('noPermission.who')}</h2>
      <ul>
        {others.map((person) => (
          <li key={person.id}>
            <span className={css.initials} aria-hidden>
              {initialsOf(person.name)}
            </span>
            {person.name}
            <span className="t3">{person.role}</span>
            <a href={`mailto:${person.email}`}>{person.email}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
