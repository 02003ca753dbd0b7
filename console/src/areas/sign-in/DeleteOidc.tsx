/** Forgets the OpenID Connect provider of an account. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useGoOn } from '../../shell/routing/go.ts';

/** `back`: where the person goes once it is gone. `last`: it is the last way to sign in. */
export function DeleteOidc({
  accountId,
  issuer,
  back,
  last,
}: {
  accountId: string;
  issuer: string;
  back: string;
  last: boolean;
}) {
  const t = useText();
  const leadOn = useGoOn();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  async function remove(): Promise<void> {
    setBusy(true);
    const goOn = leadOn();
    try {
      await change('DELETE /account/ui-api/v1/account/{id}/oidc-config', { params: { id: accountId } });
      goOn(back);
    } catch (thrown) {
      showProblem(thrown);
      setAsked(false);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div>
      <Button c="var(--sg-danger-ink)" variant="default" disabled={last} onClick={() => setAsked(true)}>
        {t('oidc.delete')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={`${t('oidc.delete')}: ${issuer}?`}
        act={t('oidc.delete')}
        danger
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        {t('oidc.deleteBody')}
      </ConfirmDialog>
    </div>
  );
}
