/** The 403 page (S-089): what is missing, back, and who can help. */
import { IconLock } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { nameOf, useProfile } from '../session/profile.ts';
import type { Lack, Need } from '../session/permissions.ts';
import { Rosette } from '../ui/Rosette.tsx';
import { usePageTitle } from './crumbs.ts';
import { Givers, PermissionList, RefusalActions } from './PermissionList.tsx';
import css from './page.module.css';

export function NoPermission({ need, lack }: { need: Need; lack: Lack }) {
  const t = useText();
  const name = nameOf(useProfile());
  const page = usePageTitle();
  const more = lack.permissions.length > 0 ? 'noPermission.lacksPermission' : lack.scope ? 'noPermission.lacksScope' : 'noPermission.lacksFeature';
  return (
    <div className={css.no}>
      <Rosette icon={IconLock} />
      <h1>{t('noPermission.title', { page })}</h1>
      <p className={css.intro}>{t('noPermission.signedInAs', { name })} {t('common.pageMessages.403')} {t(more)}</p>
      <PermissionList need={need} />
      <RefusalActions missing={lack.permissions} />
      {lack.permissions.length > 0 && <Givers />}
    </div>
  );
}
