/** The sections of the platform's settings, in their order. An area brings its own; the page knows none of them. */
import { ACCESS } from '@signet/contract/access';
import SettingsIntegrationsSection from '../areas/oauth-clients/SettingsIntegrationsSection.tsx';
import SettingsSignInSection from '../areas/sign-in/SettingsSignInSection.tsx';
import type { RecordSection } from '../shell/detail/record-section.ts';

/** The platform has no record of its own: each section reads what it shows. */
const sections: readonly RecordSection<null>[] = [
  { id: 'sign-in', title: 'settings.signIn', access: ACCESS.settings.viewSignIn, Content: SettingsSignInSection },
  {
    id: 'integrations',
    title: 'accounts.integrations',
    access: ACCESS.oauthClients.viewOfPlatform,
    Content: SettingsIntegrationsSection,
  },
];

export default sections;
