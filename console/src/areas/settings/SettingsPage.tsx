/** Platform settings: what the license says, and the ways to the other settings, as far as the person may see them. */
import { useText } from '../../i18n/text.ts';
import { usePermissions, useScope } from '../../session/permissions.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { FlagsCard } from './FlagsCard.tsx';
import { LicenseSections } from './LicenseSections.tsx';
import { MailCard } from './MailCard.tsx';
import css from './settings.module.css';

export default function SettingsPage() {
  const t = useText();
  const { flags } = usePermissions();
  const scope = useScope();
  const mail = flags.manage_system_settings === true && scope === 'system';
  return (
    <div className={css.page}>
      <PageTitle title={t('nav.settings')} />
      {mail && <MailCard />}
      {mail && <FlagsCard />}
      <LicenseSections />
    </div>
  );
}
