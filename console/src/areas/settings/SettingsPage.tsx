/** Platform settings: what the license says, and the ways to the other settings, as far as the person may see them. */
import { ACCESS } from '@signet/contract/access';
import { useText } from '../../i18n/text.ts';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { useSectionsOf, type SectionsProps } from '../../shell/detail/record-section.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { FlagsCard } from './FlagsCard.tsx';
import { ForwardingCard } from './ForwardingCard.tsx';
import { GroupCards } from './GroupCards.tsx';
import { LicenseSections } from './LicenseSections.tsx';
import { MailCard } from './MailCard.tsx';
import { TrustAssistantCard } from './TrustAssistantCard.tsx';
import css from './settings.module.css';

export default function SettingsPage({ sections }: SectionsProps<null>) {
  const t = useText();
  return (
    <div className={css.page}>
      <PageTitle title={t('nav.settings')} />
      <Allowed access={ACCESS.settings.editPlatform}>
        <GroupCards />
      </Allowed>
      <Allowed access={ACCESS.outgoingMail.manage}>
        <MailCard />
      </Allowed>
      <Allowed access={ACCESS.featureFlags.manage}>
        <FlagsCard />
      </Allowed>
      <Allowed access={ACCESS.auditForwarding.manage}>
        <ForwardingCard />
      </Allowed>
      {useSectionsOf(null, sections).map(({ id, title, Content }) => (
        <DetailSection key={id} title={t(title)}>
          <Content record={null} />
        </DetailSection>
      ))}
      <Allowed access={ACCESS.settings.editTrustAssistant}>
        <DetailSection title={t('settings.assistant.title')}>
          <TrustAssistantCard />
        </DetailSection>
      </Allowed>
      <LicenseSections />
    </div>
  );
}
