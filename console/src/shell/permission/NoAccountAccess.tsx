/**
 * In place of a page that asks for view_account, where one of its permissions is missing (S-090): what the person can
 * do instead.
 */
import { ACCESS, allows, type Access, type Lack } from '@signet/contract/access';
import { IconBuildingBank } from '@tabler/icons-react';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useSelf } from '../../session/permissions.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { Rosette } from '../../ui/Rosette.tsx';
import { usePageTitle } from '../navigation/crumbs.ts';
import { PageLink } from '../routing/PageLink.tsx';
import { PermissionList, RefusalActions, WhoHelps } from './PermissionList.tsx';
import { Rich } from '../../i18n/Rich.tsx';
import css from '../routing/page.module.css';

const OF_ACCOUNTS: readonly string[] = ACCESS.accounts.view.any;

export default function NoAccountAccess({ access, lack }: { access: Access; lack: Lack }) {
  const t = useText();
  const name = nameOf(useProfile());
  const page = usePageTitle();
  // Who sees accounts lacks something else that the page asks for; so may who doesn't.
  const isAboutAccounts =
    !allows(ACCESS.accounts.view, useSelf()) && lack.permissions.every((one) => OF_ACCOUNTS.includes(one));
  return (
    <div className={css.no}>
      <Rosette icon={IconBuildingBank} />
      <h1>{isAboutAccounts ? t('noAccountAccess.title') : t('noPermission.title', { page })}</h1>
      <p className={css.intro}>
        {isAboutAccounts
          ? t('noAccountAccess.intro', { name })
          : [t('noPermission.signedInAs', { name }), t('noPermission.lacksPermission')].join(sentenceGap())}
      </p>
      <p className={css.intro}>
        <Rich
          text="noAccountAccess.instead"
          tags={{ profile: <PageLink to={paths.profile()} />, welcome: <PageLink to={paths.welcome()} /> }}
        />
      </p>
      <PermissionList access={access} lack={lack} />
      <RefusalActions access={access} lack={lack} />
      <WhoHelps lack={lack} />
    </div>
  );
}
