/** Which permissions a page needs, which of them the person has, and who can give the others. */
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCircle, IconCircleCheck, IconCircleX, IconCopy } from '@tabler/icons-react';
import type { Access, Lack } from '@signet/contract/access';
import { useApi } from '../../api/query.ts';
import { languageTag } from '@signet/contract/locales';
import { isTextKey, useLocale, useText } from '../../i18n/text.ts';
import type { Scope } from '@signet/contract/viewer';
import { nameOf, useProfile } from '../../session/profile.ts';
import { usePermissions } from '../../session/permissions.ts';
import { StatusBadge } from '../../ui/State.tsx';
import { useHome } from '../routing/home.ts';
import { ButtonLink } from '../routing/ButtonLink.tsx';
import { initialsOf } from '../person/initials.ts';
import css from '../routing/page.module.css';

/** The permission in words, "Manage organizations". */
export function usePermissionName(): (name: string) => string {
  const t = useText();
  return (name) => {
    const key = `permission.${name}`;
    return isTextKey(key) ? t(key) : name;
  };
}

/** Of alternatives none is missing as long as one is held. */
export function PermissionList({ access, lack }: { access: Access; lack: Lack }) {
  const t = useText();
  const { permissions: heldPermissions } = usePermissions();
  const nameOfPermission = usePermissionName();
  const all = access.all ?? [];
  const any = access.any ?? [];
  const missing = [...lack.permissions, ...lack.anyOf];
  if (all.length + any.length === 0) return null;
  return (
    <div className={`card ${css.perm}`}>
      <h2>{all.length === 0 ? t('noPermission.needsAny') : t('noPermission.needs')}</h2>
      <ul>
        {[...all, ...any]
          .toSorted((a, b) => Number(heldPermissions.has(a)) - Number(heldPermissions.has(b)))
          .map((name) => (
            <li key={name}>
              {heldPermissions.has(name) ? (
                <IconCircleCheck className={css.held} size={18} stroke={1.75} aria-hidden />
              ) : missing.includes(name) ? (
                <IconCircleX className={css.missing} size={18} stroke={1.75} aria-hidden />
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
    </div>
  );
}

/** Scopes in words: "System scope or Partner scope". */
export function useScopeNames(): (scopes: readonly Scope[]) => string {
  const t = useText();
  const tag = languageTag(useLocale());
  return (scopes) =>
    new Intl.ListFormat(tag, { type: 'disjunction' }).format(scopes.map((scope) => t(`scope.${scope}`)));
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
    ...(feature === null ? [] : [t('noPermission.featureOf', { feature })]),
  ];
}

/** Back to where the person may be, and the words to send to somebody who can help. */
export function RefusalActions({ lack }: { lack: Lack }) {
  const t = useText();
  const profile = useProfile();
  const home = useHome();
  const missing = useMissing(lack);
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
      <CopyButton value={request} timeout={2500}>
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
      </CopyButton>
    </div>
  );
}

/** Administrators who can give permissions; nothing when there are none to name. */
export function Givers() {
  const t = useText();
  const { data } = useApi('GET /account/ui-api/v1/permission/administrators');
  const self = useProfile().id;
  const others = data?.items.filter((person) => person.id !== self) ?? [];
  if (others.length === 0) return null;
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
