/** The own profile, to read (S-041). */
import { Switch } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { useSingleKeys } from '../../session/single-keys.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { OwnFacts } from '../../shell/person/OwnFacts.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './profile.module.css';

function SingleKeys() {
  const t = useText();
  const { on, turn } = useSingleKeys();
  return (
    <div className={css.switch}>
      <Switch
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
        styles={{ description: { paddingInlineStart: 12 } }}
        label={t('profile.singleKeys')}
        description={t('profile.singleKeysHelp')}
      />
    </div>
  );
}

export default function ProfilePage() {
  const t = useText();
  const actions = (
    <>
      <ButtonLink to={paths.profileAccess()}>{t('accessCheck.ownTitle')}</ButtonLink>
      <ButtonLink to={paths.profileTokens()}>{t('tokens.title')}</ButtonLink>
      <ButtonLink to={paths.profileKeys()}>{t('keys.title')}</ButtonLink>
      <ButtonLink to={paths.profileCertificates()}>{t('clientAuth.title')}</ButtonLink>
      <ButtonLink to={paths.profileSecurity()}>{t('security.title')}</ButtonLink>
      <ButtonLink to={paths.profileSessions()}>{t('sessions.title')}</ButtonLink>
      <ButtonLink to={paths.profilePassword()}>{t('profile.changePassword')}</ButtonLink>
      <ButtonLink to={paths.profileEdit()} pageKey="E" variant="filled">
        {t('profile.edit')}
      </ButtonLink>
    </>
  );
  return (
    <>
      <PageTitle title={nameOf(useProfile())} actions={actions} />
      <OwnFacts />
      <SingleKeys />
    </>
  );
}
