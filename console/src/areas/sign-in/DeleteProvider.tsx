/** Forgets the identity provider of an account, after saying whom that shuts out. */
import { Button, Checkbox } from '@mantine/core';
import type { Reason } from '@signet/contract/problem';
import { useState } from 'react';
import { useText, type TextKey } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { SignInEffects } from './SignInEffects.tsx';
import type { useSignInEffects } from './sign-in-effects.ts';

type Props = {
  /** What the provider calls itself. */
  name: string;
  /** The act, and what it forgets and ends. */
  act: TextKey;
  body: TextKey;
  remove: () => Promise<unknown>;
  /** Where the person goes once it is gone. */
  back: string;
  /** Why it can't go: it is the last way to sign in. */
  last: Reason | null;
  /** Of switching it off; null where it is off already. */
  effects: ReturnType<typeof useSignInEffects> | null;
};

export function DeleteProvider({ name, act, body, remove, back, last, effects }: Props) {
  const t = useText();
  const leadOn = useGoOn();
  const [asked, setAsked] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const { busy, run } = useAct(asked, () => setAsked(false));
  const removeAndLeave = async (): Promise<void> => {
    const goOn = leadOn();
    await remove();
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
        <RefusedButton whyNot={last}>{t(act)}</RefusedButton>
      ) : (
        <Button c="var(--sg-danger-ink)" variant="default" onClick={ask}>
          {t(act)}
        </Button>
      )}
      <ConfirmDialog
        opened={asked}
        title={`${t(act)}: ${name}?`}
        act={t(act)}
        danger
        busy={busy}
        waits={effects?.waits ? t('signInEffects.wait') : null}
        {...(confirms && { whyNotYet: confirmed ? null : t('signInEffects.confirmFirst') })}
        onConfirm={() => void run(removeAndLeave)}
        onClose={() => setAsked(false)}
      >
        <p>{t(body)}</p>
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
