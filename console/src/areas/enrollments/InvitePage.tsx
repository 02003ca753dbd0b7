/** Invites somebody to a certificate; from the page of a seat or a person for that one. */
import { change } from '../../api/change.ts';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { useMailed } from '../../shell/notices/mailed.ts';
import { showSecret } from '../../shell/secret/show-secret.tsx';
import { inviteBody, NO_INVITATION } from './invite-form.ts';
import { InviteForm } from './InviteForm.tsx';

export default function InvitePage() {
  const t = useText();
  const leadOn = useGoOn();
  const mailed = useMailed();
  const { mail_server: leaves } = useProfile();
  const account_id = useCurrentAccount()?.id ?? '';
  const { seat, person } = useOwnAddress().search;
  const back = seat ? paths.seat(seat) : person ? paths.administrator(person) : paths.enrollments();
  return (
    <InviteForm
      form={{
        initial: {
          ...NO_INVITATION,
          account_id,
          way: person ? 'person' : 'seat',
          seat_id: seat ?? '',
          user_id: person ?? '',
        },
        act: 'enrollments.send',
        back,
        edits: false,
        async submit(values) {
          const goOn = leadOn();
          const { id, name, email, link } = await change('POST /account/ui-api/v2/enrollment', {
            body: inviteBody(values),
          });
          const mail = t(leaves ? 'enrollments.invitedBody' : 'enrollments.invitedHeld', { email });
          if (link === null) mailed('enrollments.invited');
          // Should the mail not arrive.
          else
            showSecret({
              title: t('enrollments.invitedTitle', { name }),
              lead: `${mail}${sentenceGap()}${t('enrollments.linkOnce')}`,
              secret: link,
              copy: t('enrollments.copyLink'),
              done: t('common.close'),
            });
          goOn(paths.enrollment(id));
        },
      }}
    />
  );
}
