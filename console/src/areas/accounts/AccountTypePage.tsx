/**
 * System scope chooses the type of a new account first; where partner scope is off, or for a partner, there is no
 * choice.
 */
import { ACCESS } from '@signet/contract/access';
import { IconBuildingBank, IconUsersGroup } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useGo } from '../../shell/routing/go.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './accounts.module.css';

export default function AccountTypePage() {
  const t = useText();
  const go = useGo();
  const choice = useAllows(ACCESS.accounts.createPartner);
  useEffect(() => {
    if (!choice) go(paths.accountCreate(), { replace: true });
  }, [choice, go]);
  if (!choice) return <Busy />;
  return (
    <>
      <PageTitle title={t('accounts.create')} lead={t('accounts.chooseType')} />
      <div className={css.types}>
        <PageLink to={paths.accountCreate()} className="card">
          <IconBuildingBank size={24} stroke={1.5} aria-hidden />
          <b>{t('accounts.standardAccount')}</b>
          <span className="t2">{t('accounts.standardBody')}</span>
        </PageLink>
        <PageLink to={paths.partnerAccountCreate()} className="card">
          <IconUsersGroup size={24} stroke={1.5} aria-hidden />
          <b>{t('accounts.partnerAccount')}</b>
          <span className="t2">{t('accounts.partnerBody')}</span>
        </PageLink>
      </div>
    </>
  );
}
