/** Our own keys for a SAML provider. What is done to them takes effect at once, beside the form. */
import { Button } from '@mantine/core';
import type { SamlConfig, SamlKey } from '@signet/contract/areas/account-saml';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import css from './saml-certificates.module.css';

const TONES = { next: 'warn', current: 'ok', retired: 'off' } as const;
const short = ({ thumb_print }: SamlKey): string => `${thumb_print.slice(0, 16)}…`;

export function SamlKeys({ config: { account_id: id, own_keys: keys } }: { config: SamlConfig }) {
  const t = useText();
  const date = useDateFormat();
  const [switching, setSwitching] = useState<SamlKey | null>(null);
  const [removing, setRemoving] = useState<SamlKey | null>(null);
  const { busy, run } = useAct(switching !== null, () => setSwitching(null));
  const make = () =>
    run(() => change('POST /account/ui-api/v1/federation/config/{id}/keys', { params: { id } }), 'saml.keyMade');
  const switchTo = (keyId: string) =>
    run(
      () => change('PUT /account/ui-api/v1/federation/config/{id}/keys/{keyId}/current', { params: { id, keyId } }),
      'saml.keySwitched',
    );
  return (
    <>
      <ul className={css.list}>
        {keys.map((key) => (
          <li key={key.id} className="card">
            <div>
              <b className="mono">{short(key)}</b>
              <p className="sm t2">{t('saml.ends', { date: date(key.expiration_date) })}</p>
            </div>
            <StatusBadge tone={TONES[key.state]}>{t(`saml.keyState.${key.state}`)}</StatusBadge>
            {key.state !== 'current' && (
              <>
                <Button size="xs" variant="default" onClick={() => setSwitching(key)}>
                  {t('saml.keySwitch')}
                </Button>
                <IconButton
                  icon={IconTrash}
                  label={t('saml.keyRemove', { name: short(key) })}
                  onClick={() => setRemoving(key)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {keys.every(({ state }) => state !== 'next') && (
        <div className={css.add}>
          <Button variant="default" loading={busy} onClick={() => void make()}>
            {t('saml.keyMake')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={switching !== null}
        title={t('saml.keySwitch')}
        act={t('saml.keySwitch')}
        busy={busy}
        onConfirm={() => void (switching && switchTo(switching.id))}
        onClose={() => setSwitching(null)}
      >
        {t('saml.keySwitchBody')}
      </ConfirmDialog>
      <ConfirmDelete
        record={removing}
        title={() => t('saml.keyRemoveTitle')}
        act={t('saml.keyRemoveAct')}
        remove={({ id: keyId }) =>
          change('DELETE /account/ui-api/v1/federation/config/{id}/keys/{keyId}', { params: { id, keyId } })
        }
        deleted="saml.keyRemoved"
        onClose={() => setRemoving(null)}
      >
        {t('saml.keyRemoveBody')}
      </ConfirmDelete>
    </>
  );
}
