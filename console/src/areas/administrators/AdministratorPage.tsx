/** Details of an administrator (S-046); whoever may look at nobody else sees the own ones, as facts alone. */
import { ACCESS } from '@signet/contract/access';
import type { Administrator } from '@signet/contract/areas/administrators';
import { useParams } from '@tanstack/react-router';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import type { SectionsProps } from '../../shell/detail/record-section.ts';
import { useCrumbName } from '../../shell/navigation/crumbs.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { OwnFacts } from '../../shell/person/OwnFacts.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { NotFoundBody } from '../../shell/routing/NotFound.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { AdministratorDetails } from './AdministratorDetails.tsx';

export default function AdministratorPage({ sections }: SectionsProps<Administrator>) {
  const views = useAllows(ACCESS.administrators.view);
  return (
    <>
      <Allowed access={ACCESS.administrators.view}>
        <AdministratorDetails sections={sections} />
      </Allowed>
      {!views && <OwnDetails />}
    </>
  );
}

function OwnDetails() {
  const t = useText();
  const profile = useProfile();
  const { id }: { id?: string } = useParams({ strict: false });
  const own = id === profile.id;
  useCrumbName(own ? nameOf(profile) : undefined);
  if (!own) return <NotFoundBody record />;
  return (
    <>
      <PageTitle
        title={nameOf(profile)}
        actions={
          <>
            <EventsLink of={{ person: profile.id }} />
            <ButtonLink to={paths.profile()}>{t('administrators.toProfile')}</ButtonLink>
          </>
        }
      />
      <OwnFacts />
    </>
  );
}
