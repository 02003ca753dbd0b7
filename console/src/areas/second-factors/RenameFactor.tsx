/** Gives an app or key another name. */
import { Button, TextInput } from '@mantine/core';
import type { SecondFactor } from '@signet/contract/areas/second-factors';
import { LIMITS } from '@signet/contract/limits';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useAct } from '../../shell/record/use-act.ts';

export function RenameFactor({ factor: { id, name } }: { factor: SecondFactor }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState(name);
  const { busy, run } = useAct(opened, () => setOpened(false));
  const params = { id };
  return (
    <>
      <Button
        aria-label={t('list.actOn', { act: t('security.rename'), name })}
        onClick={() => {
          // Each time from what is stored: what somebody typed and gave up is gone.
          setTyped(name);
          setOpened(true);
        }}
      >
        {t('security.rename')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('security.renameTitle', { name })}
        act={t('security.rename')}
        whyNotYet={typed.trim() === '' ? t('notifications.exceptions.REQUIRED') : null}
        busy={busy}
        onConfirm={() =>
          void run(() => change('PUT /account/ui-api/v1/second-factor/{id}', { params, body: { name: typed.trim() } }))
        }
        onClose={() => setOpened(false)}
      >
        <TextInput
          label={t('secondFactor.name')}
          value={typed}
          maxLength={LIMITS.factorNameMax}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}
