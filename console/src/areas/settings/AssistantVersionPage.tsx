/** The oldest trust assistant that people may use. */
import { SettingGroupPage } from './SettingGroupPage.tsx';

export default function AssistantVersionPage() {
  return <SettingGroupPage group="assistant" />;
}
