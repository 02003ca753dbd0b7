/** The view for people without any access to accounts (S-090): what they can do instead. */
import type { Access, Lack } from '@signet/contract/access';
import { IconBuildingBank } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { Rosette } from '../../ui/Rosette.tsx';
import { PageLink } from '../routing/PageLink.tsx';
import { Givers, PermissionList, RefusalActions } from './PermissionList.tsx';
import { Rich } from '../../i18n/Rich.tsx';
import css from '../routing/page.module.css';

export function NoAccountAccess({ access, lack }: { access: Access; lack: Lack }) {
  const t = useText();
  const profile = useProfile();
  return (
    <div className={css.no}>
      <Rosette icon={IconBuildingBank} />
      <h1>{t('noAccountAccess.title')}</h1>
      <p className={css.intro}>{t('noAccountAccess.intro', { name: nameOf(profile) })}</p>
      <p className={css.intro}>
        <Rich
          text="noAccountAccess.instead"
          tags={{ profile: <PageLink to={paths.profile()} />, welcome: <PageLink to={paths.welcome()} /> }}
        />
      </p>
      <PermissionList access={access} lack={lack} />
      <RefusalActions lack={lack} />
      <Givers />
    </div>
  );
}
