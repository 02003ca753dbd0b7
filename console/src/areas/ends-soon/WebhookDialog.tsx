/** Asks where a webhook of ends goes. */
import { TextInput } from '@mantine/core';
import type { ProblemField } from '@signet/contract/problem';
import { whyNotWebAddress } from '@signet/contract/rules';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { AtOnce } from '../../ui/AtOnce.tsx';

/** `address`: the present one, empty where there is none. `onMade` gets the secret, which nobody is told again. */
type Props = { opened: boolean; address: string; onMade: (secret: string) => void; onClose: () => void };

export function WebhookDialog({ opened, address, onMade, onClose }: Props) {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<ProblemField | null>(null);
  const [busy, setBusy] = useState(false);
  const value = (typed ?? address).trim();
  const wrong = value === '' ? null : whyNotWebAddress(value);
  const close = () => {
    setTyped(null);
    setRefused(null);
    onClose();
  };
  const make = async () => {
    setBusy(true);
    try {
      const { secret } = await change('POST /account/ui-api/v1/ends-soon/webhook', { body: { address: value } });
      setTyped(null);
      onMade(secret);
    } catch (thrown) {
      showProblem(thrown, { fields: ['address'], showField: (_, problem) => setRefused(problem) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('endsSoon.webhook')}
      act={t(address === '' ? 'endsSoon.webhookMake' : 'endsSoon.webhookChange')}
      busy={busy}
      whyNotYet={value === '' || wrong ? t('endsSoon.webhookFirst') : null}
      onConfirm={() => void make()}
      onClose={close}
    >
      {address !== '' && <p>{t('endsSoon.webhookChangeBody')}</p>}
      <TextInput
        mt={address === '' ? 0 : 12}
        type="url"
        label={t('endsSoon.webhookAddress')}
        description={t('endsSoon.webhookAddressHelp')}
        placeholder="https://"
        value={typed ?? address}
        error={
          wrong ? (
            <ReasonText reason={wrong} />
          ) : (
            refused && (
              <AtOnce>
                <ReasonText reason={refused} />
              </AtOnce>
            )
          )
        }
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setRefused(null);
        }}
      />
    </ConfirmDialog>
  );
}
