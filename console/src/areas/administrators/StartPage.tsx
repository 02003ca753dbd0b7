/** Chooses where an administrator is led after signing in (S-300). */
import { TextInput } from '@mantine/core';
import type { Administrator } from '@signet/contract/areas/administrators';
import { whyNotDefaultApp } from '@signet/contract/areas/person-rules';
import { useId, useState } from 'react';
import { change } from '../../api/change.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useOnOpening } from '../../shell/confirm/use-on-opening.ts';
import { useAct } from '../../shell/record/use-act.ts';

type Props = { administrator: Administrator; opened: boolean; onClose: () => void };

export function StartPage({ administrator: { id, name, default_app_url: now }, opened, onClose }: Props) {
  const t = useText();
  const fieldId = useId();
  const { busy, run } = useAct(opened, onClose);
  const [address, setAddress] = useState(now ?? '');
  useOnOpening(opened, () => setAddress(now ?? ''));
  const reason = whyNotDefaultApp(address);
  const wrong = reason && problemText({ message: '', ...reason });
  const save = () =>
    change('PUT /account/ui-api/v1/user/{id}/defaultManager', { params: { id }, body: { appUrl: address } });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('administrators.startPageTitle', { name })}
      act={t('administrators.setStartPage')}
      whyNotYet={wrong}
      busy={busy}
      onConfirm={() => void run(save, 'administrators.startPageSet')}
      onClose={onClose}
    >
      <TextInput
        id={fieldId}
        label={t('administrators.startPage')}
        description={wrong ? null : t('administrators.startPageHelp', { example: paths.accounts() })}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        error={wrong}
        spellCheck={false}
        autoComplete="off"
      />
    </ConfirmDialog>
  );
}
