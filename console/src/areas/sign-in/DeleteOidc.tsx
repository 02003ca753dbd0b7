/** Forgets the OpenID Connect provider of an account, after saying whom that shuts out. */
import { Button, Checkbox } from '@mantine/core';
import type { Reason } from '@signet/contract/problem';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { SignInEffects } from './SignInEffects.tsx';
import type { useSignInEffects } from './sign-in-effects.ts';

type Props = {
  accountId: string;
  issuer: string;
  /** Where the person goes once it is gone. */
  back: string;
  /** Why it can't go: it is the last way to sign in. */
  last: Reason | null;
  /** Of switching it off; null where it is off already. */
  effects: ReturnType<typeof useSignInEffects> | null;
};

export function DeleteOidc({ accountId, issuer, back, last, effects }: Props) {
  const t = useText();
  const leadOn = useGoOn();
  const [asked, setAsked] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const { busy, run } = useAct(asked, () => setAsked(false));
  const remove = async (): Promise<void> => {
    const goOn = leadOn();
    await change('DELETE /account/ui-api/v1/account/{id}/oidc-config', { params: { id: accountId } });
    goOn(back);
  };
  const confirms = effects?.data?.yourself === true;
  const ask = (): void => {
    setConfirmed(false);
    setAsked(true);
  };
  return (
    <div>
      {last ? (
        <RefusedButton whyNot={last}>{t('oidc.delete')}</RefusedButton>
      ) : (
        <Button c="var(--sg-danger-ink)" variant="default" onClick={ask}>
          {t('oidc.delete')}
        </Button>
      )}
      <ConfirmDialog
        opened={asked}
        title={`${t('oidc.delete')}: ${issuer}?`}
        act={t('oidc.delete')}
        danger
        busy={busy}
        waits={effects?.waits ? t('signInEffects.wait') : null}
        {...(confirms && { whyNotYet: confirmed ? null : '' })}
        onConfirm={() => void run(remove)}
        onClose={() => setAsked(false)}
      >
        <p>{t('oidc.deleteBody')}</p>
        {effects && <SignInEffects effects={effects} />}
        {confirms && (
          <Checkbox
            label={t('signInEffects.confirm')}
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        )}
      </ConfirmDialog>
    </div>
  );
}
