/** The own profile, to read (S-041). */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/ButtonLink.tsx';
import { OwnFacts } from '../../shell/OwnFacts.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';

export default function ProfilePage() {
  const t = useText();
  const actions = (
    <>
      <ButtonLink to={paths.profileSessions()}>{t('sessions.title')}</ButtonLink>
      <ButtonLink to={paths.profilePassword()}>{t('profile.changePassword')}</ButtonLink>
      <ButtonLink to={paths.profileEdit()} variant="filled">{t('profile.edit')}</ButtonLink>
    </>
  );
  return (
    <>
      <PageTitle title={nameOf(useProfile())} actions={actions} />
      <OwnFacts />
    </>
  );
}
