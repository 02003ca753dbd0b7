/** What is said of an act that writes an email: it is on its way or, where no mail server is set up, it is held. */
import { ACCESS } from '@signet/contract/access';
import type { TextKey } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { useProfile } from '../../session/profile.ts';
import { notify } from './notifications.ts';

/** `sent` says all of it; of an email that is held only `done`, what was done beside, goes before. */
export function useMailed(): (sent: TextKey, done?: TextKey) => void {
  const setsUp = useAllows(ACCESS.settings.editPlatform);
  const { mail_server: leaves } = useProfile();
  return (sent, done) => {
    if (leaves) notify({ type: 'success', message: sent, translateMessage: true });
    else
      notify({
        type: 'warning',
        title: done ?? null,
        translateMessage: true,
        ...(setsUp
          ? {
              message: 'outgoingMail.heldNow',
              link: { to: paths.settingGroup('mail'), text: 'outgoingMail.setUpServer' },
            }
          : { message: 'outgoingMail.heldNowAsk' }),
      });
  };
}
