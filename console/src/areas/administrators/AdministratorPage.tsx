/** Details of an administrator. So far the own ones; anybody else's is not found until there is a list to come from. */
import { useParams } from '@tanstack/react-router';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { NotFoundBody } from '../../shell/routing/NotFound.tsx';
import { OwnFacts } from '../../shell/person/OwnFacts.tsx';
import { useCrumbName } from '../../shell/navigation/crumbs.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';

export default function AdministratorPage() {
  const t = useText();
  const profile = useProfile();
  const { id }: { id?: string } = useParams({ strict: false });
  const own = id === profile.id;
  useCrumbName(own ? nameOf(profile) : undefined);
  if (!own) return <NotFoundBody />;
  return (
    <>
      <PageTitle
        title={nameOf(profile)}
        actions={<ButtonLink to={paths.profile()}>{t('administrators.toProfile')}</ButtonLink>}
      />
      <OwnFacts />
    </>
  );
}
