/** Has events sent again from one on that a receiver has lost. */
import { Button, TextInput } from '@mantine/core';
import type { AuditReceiver } from '@signet/contract/areas/audit-forwarding';
import { whyNotSendAgain } from '@signet/contract/areas/audit-receiver-record';
import { IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { useAct } from '../../shell/record/use-act.ts';

export function SendAgain({ receiver: { id, enabled, delivery } }: { receiver: AuditReceiver }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const [from, setFrom] = useState('');
  const { busy, run } = useAct(opened, () => setOpened(false));
  const { next_index: next } = delivery;
  const index = /^\d+$/.test(from.trim()) ? Number(from) : Number.NaN;
  const reason = whyNotSendAgain(index, next);
  const again = () =>
    change('PUT /account/ui-api/v1/audit-receiver/{id}/send-again', { params: { id }, body: { from_index: index } });
  if (next === 0) return null;
  return (
    <>
      <Button
        leftSection={<IconRepeat size={16} stroke={1.75} aria-hidden />}
        onClick={() => {
          setFrom('');
          setOpened(true);
        }}
      >
        {t('auditForwarding.sendAgain')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('auditForwarding.sendAgain.title')}
        act={t('auditForwarding.sendAgain')}
        busy={busy}
        whyNotYet={reason && t('auditForwarding.sendAgain.choose')}
        onConfirm={() =>
          void run(again, enabled ? 'auditForwarding.sendAgain.done' : 'auditForwarding.sendAgain.doneOff')
        }
        onClose={() => setOpened(false)}
      >
        <p>{t('auditForwarding.sendAgain.body')}</p>
        <TextInput
          mt={12}
          inputMode="numeric"
          label={t('auditForwarding.sendAgain.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          error={reason && from.trim() !== '' && <ReasonText reason={reason} />}
        />
      </ConfirmDialog>
    </>
  );
}
