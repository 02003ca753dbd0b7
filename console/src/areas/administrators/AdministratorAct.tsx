/**
 * Asks before a mail is sent to an administrator, or the person is disabled or enabled or goes by another name at the
 * identity provider, and says what follows.
 */
import { ADMINISTRATOR } from '@signet/contract/areas/administrator-record';
import type { Administrator } from '@signet/contract/areas/administrators';
import { LIMITS } from '@signet/contract/limits';
import { createBody } from '@signet/contract/record-form';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useMailed } from '../../shell/notices/mailed.ts';
import { useAct } from '../../shell/record/use-act.ts';

export type AskedAct =
  | 'invite'
  | 'reset'
  | 'password'
  | 'certificate'
  | 'singleSignOn'
  | 'unlock'
  | 'forgetNames'
  | 'disable'
  | 'enable';

const MAILS_NOTHING: ReadonlySet<AskedAct> = new Set<AskedAct>(['forgetNames', 'disable', 'enable']);

type Props = { administrator: Administrator; opened: AskedAct | null; onClose: () => void };

/** Open while an act is asked for. */
export default function AdministratorAct({ administrator, opened, onClose }: Props) {
  const t = useText();
  const mailed = useMailed();
  const { busy, run } = useAct(opened !== null, onClose);
  // What was asked for stays to be read while the dialog fades.
  const [shown, setShown] = useState<AskedAct>('invite');
  if (opened !== null && opened !== shown) setShown(opened);
  const { name, email } = administrator;
  return (
    <ConfirmDialog
      opened={opened !== null}
      title={t(`administrators.ask.${shown}`, { name })}
      act={t(`administrators.act.${shown}`)}
      danger={shown === 'disable'}
      busy={busy}
      onConfirm={() => {
        const did = `administrators.did.${shown}` as const;
        void run(() => perform(administrator, shown), MAILS_NOTHING.has(shown) ? did : () => mailed(did));
      }}
      onClose={onClose}
    >
      {t(`administrators.follows.${shown}`, { email, name, hours: LIMITS.invitationHours })}
    </ConfirmDialog>
  );
}

function perform(one: Administrator, act: AskedAct): Promise<unknown> {
  const params = { id: one.id };
  if (act === 'invite') return change('PUT /account/ui-api/v1/user/{id}/email', { params });
  if (act === 'reset') return change('PUT /account/ui-api/v1/user/{id}/reset-password', { params });
  if (act === 'password') return change('PUT /account/ui-api/v1/user/{id}/inviteToStandardLogin', { params });
  if (act === 'certificate') return change('PUT /account/ui-api/v1/user/{id}/sendSetupCacBasedLoginEmail', { params });
  if (act === 'singleSignOn') return change('PUT /account/ui-api/v1/user/{id}/resendSsoEmail', { params });
  if (act === 'unlock') return change('DELETE /account/ui-api/v1/user/{id}/lock', { params });
  if (act === 'forgetNames') return change('DELETE /account/ui-api/v1/user/{id}/provider-name', { params });
  return change('PUT /account/ui-api/v1/user/{id}', {
    params,
    query: { version: one.version },
    body: { ...createBody(ADMINISTRATOR, one), active: act === 'enable' },
  });
}
