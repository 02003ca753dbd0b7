/** Says that mail is not sent, and what to do about it. */
import { Rich } from '../../i18n/Rich.tsx';
import { paths } from '../../paths.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Banner } from '../../ui/Banner.tsx';

export function MailServerBanner() {
  return (
    <Banner tone="warn">
      <Rich text="outgoingMail.noServer" tags={{ server: <PageLink to={paths.settingGroup('mail')} /> }} />
    </Banner>
  );
}
