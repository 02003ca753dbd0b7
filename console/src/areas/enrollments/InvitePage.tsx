/** Invites somebody to a certificate; from the page of a seat or a person for that one. */
import { useState } from 'react';
import { change } from '../../api/change.ts';
import type { CallResponse } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { useGo } from '../../shell/routing/go.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { inviteBody, NO_INVITATION } from './invite-form.ts';
import { InviteForm } from './InviteForm.tsx';
import { Invited } from './Invited.tsx';

type Made = CallResponse<'POST /account/ui-api/v2/enrollment'>;

export default function InvitePage() {
  const go = useGo();
  const { seat, person } = useOwnAddress().search;
  const [made, setMade] = useState<Made | null>(null);
  if (made?.link)
    return <Invited name={made.name} email={made.email} link={made.link} to={paths.enrollment(made.id)} />;
  const back = seat ? paths.seat(seat) : person ? paths.administrator(person) : paths.enrollments();
  return (
    <InviteForm
      form={{
        initial: {
          ...NO_INVITATION,
          way: person ? 'person' : 'seat',
          seat_id: seat ?? '',
          user_id: person ?? '',
        },
        act: 'enrollments.send',
        back,
        edits: false,
        async submit(values) {
          const sent = await change('POST /account/ui-api/v2/enrollment', { body: inviteBody(values) });
          if (sent.link !== null) return setMade(sent);
          notify({ type: 'success', message: 'enrollments.invited', translateMessage: true });
          go(paths.enrollment(sent.id));
        },
      }}
    />
  );
}
