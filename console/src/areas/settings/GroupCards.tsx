/** The ways to the settings of the platform, a page for each group. */
import { SETTING_GROUPS, type SettingGroup } from '@signet/contract/platform-settings';
import type { Icon } from '@tabler/icons-react';
import { IconClockHour4, IconLogin2, IconRouteAltLeft, IconServer, IconVersions } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { LinkCard } from '../../shell/routing/LinkCard.tsx';

const ICONS: Record<SettingGroup, Icon> = {
  login: IconLogin2,
  addresses: IconRouteAltLeft,
  mail: IconServer,
  sessions: IconClockHour4,
  assistant: IconVersions,
};

export function GroupCards() {
  const t = useText();
  return SETTING_GROUPS.map((group) => (
    <LinkCard
      key={group}
      to={paths.settingGroup(group)}
      icon={ICONS[group]}
      title={t(`settings.group.${group}`)}
      lead={t(`settings.groupLead.${group}`)}
    />
  ));
}
