/** The ways to the settings of the platform, a page for each group. */
import { SETTING_GROUPS, type SettingGroup } from '@signet/contract/platform-settings';
import type { Icon } from '@tabler/icons-react';
import { IconClockHour4, IconLogin2, IconRouteAltLeft, IconServer, IconVersions } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';
import { LinkCard } from '../../shell/routing/LinkCard.tsx';
import { StatusBadge } from '../../ui/State.tsx';

const ICONS: Record<SettingGroup, Icon> = {
  login: IconLogin2,
  addresses: IconRouteAltLeft,
  mail: IconServer,
  sessions: IconClockHour4,
  assistant: IconVersions,
};

export function GroupCards() {
  const t = useText();
  const { mail_server: leaves } = useProfile();
  return SETTING_GROUPS.map((group) => (
    <LinkCard
      key={group}
      to={paths.settingGroup(group)}
      icon={ICONS[group]}
      title={t(`settings.group.${group}`)}
      lead={t(`settings.groupLead.${group}`)}
      states={group === 'mail' && !leaves && <StatusBadge tone="warn">{t('settings.notSetUp')}</StatusBadge>}
    />
  ));
}
