/** The own profile, to read (S-041). */
import { Switch } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import {
  IconApi,
  IconApps,
  IconCertificate,
  IconDevices,
  IconKey,
  IconPassword,
  IconShieldLock,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useText, type TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf, useProfile } from '../../session/profile.ts';
import { useSingleKeys } from '../../session/single-keys.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { LinkCard } from '../../shell/routing/LinkCard.tsx';
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
        label={t('profile.singleKeys')}
        description={t('profile.singleKeysHelp')}
      />
    </div>
  );
}

/** Everything else that is the person's own, each with what it is for. */
function OwnPages() {
  const t = useText();
  const { has_password: hasPassword } = useProfile();
  const own = (to: string, icon: Icon, title: TextKey, lead: TextKey) => (
    <LinkCard to={to} icon={icon} title={t(title)} lead={t(lead)} />
  );
  return (
    <div className={css.ways}>
      {hasPassword && own(paths.profilePassword(), IconPassword, 'profile.changePassword', 'profile.passwordLead')}
      {own(paths.profileSecurity(), IconShieldLock, 'security.title', 'security.lead')}
      {own(paths.profileCertificates(), IconCertificate, 'clientAuth.title', 'clientAuth.ownLead')}
      {own(paths.profileKeys(), IconKey, 'keys.title', 'keys.lead')}
      {own(paths.profileTokens(), IconApi, 'tokens.title', 'tokens.ownLead')}
      {own(paths.profileApplications(), IconApps, 'oauthAuthorization.consents', 'oauthAuthorization.consentsLead')}
      {own(paths.profileSessions(), IconDevices, 'sessions.title', 'sessions.lead')}
      {own(paths.profileAccess(), IconUserQuestion, 'accessCheck.ownTitle', 'accessCheck.ownLead')}
    </div>
  );
}

export default function ProfilePage() {
  const t = useText();
  const edit = (
    <ButtonLink to={paths.profileEdit()} pageKey="E" variant="filled">
      {t('profile.edit')}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle title={nameOf(useProfile())} actions={edit} />
      <OwnFacts />
      <OwnPages />
      <SingleKeys />
    </>
  );
}
