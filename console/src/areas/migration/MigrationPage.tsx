/** The migration tool: takes accounts in from another platform, and lets accounts go to one. */
import { ACCESS } from '@signet/contract/access';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ArrivalForm } from './ArrivalForm.tsx';
import { Arrivals } from './Arrivals.tsx';
import { Departures } from './Departures.tsx';
import css from './migration.module.css';

export default function MigrationPage() {
  const t = useText();
  const isAllowed = useAllows(ACCESS.migration.receive);
  return (
    <div className={css.page}>
      {!isAllowed && (
        <div className={css.notYours}>
          <PageTitle title={t('nav.migration')} lead={t('migration.lead')} />
          <Banner tone="info">{t('migration.notYours')}</Banner>
        </div>
      )}
      <Allowed access={ACCESS.migration.receive}>
        <ArrivalForm />
        <Arrivals />
      </Allowed>
      <Allowed access={ACCESS.migration.send}>
        <Departures />
      </Allowed>
    </div>
  );
}
