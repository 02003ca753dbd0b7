/** How long sessions last, and what strangers learn. */
import { SettingGroupPage } from './SettingGroupPage.tsx';

export default function SessionSettingsPage() {
  return <SettingGroupPage group="sessions" />;
}
