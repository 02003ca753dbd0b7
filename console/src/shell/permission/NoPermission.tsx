/** The 403 page (S-089): what is missing, back, and who can help. */
import type { Access, Lack } from '@signet/contract/access';
import { IconLock } from '@tabler/icons-react';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { Rosette } from '../../ui/Rosette.tsx';
import { usePageTitle } from '../navigation/crumbs.ts';
import { isLacking, PermissionList, RefusalActions, WhoHelps } from './PermissionList.tsx';
import { useScopeNames } from './permission-names.ts';
import css from '../routing/page.module.css';

/** `reason`: why the page is refused although nothing is lacking, such as for a record of the person's own. */
export default function NoPermission({
  access,
  lack,
  reason = null,
}: {
  access: Access;
  lack: Lack;
  reason?: string | null;
}) {
  const t = useText();
  const profile = useProfile();
  const page = usePageTitle();
  const scopes = useScopeNames();
  const lacksPermission = lack.permissions.length + lack.anyOf.length > 0;
  const why = [
    ...(reason === null ? [] : [reason]),
    ...(lacksPermission ? [t('noPermission.lacksPermission')] : []),
    ...(lack.scopes.length > 0
      ? [t('noPermission.lacksScope', { scopes: scopes(lack.scopes), own: scopes([profile.access_scope]) })]
      : []),
    ...(lack.feature === null ? [] : [t('noPermission.lacksFeature')]),
  ];
  return (
    <div className={css.no}>
      <Rosette icon={IconLock} />
      <h1>{t('noPermission.title', { page })}</h1>
      <p className={css.intro}>
        {[t('noPermission.signedInAs', { name: nameOf(profile) }), t('common.pageMessages.403'), ...why].join(
          sentenceGap(),
        )}
      </p>
      {/* Where nothing is lacking no permission would help. */}
      {isLacking(lack) && <PermissionList access={access} lack={lack} />}
      <RefusalActions access={access} lack={lack} />
      <WhoHelps lack={lack} />
    </div>
  );
}
