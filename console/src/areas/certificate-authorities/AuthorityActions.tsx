/** What may be done with an authority: its certificate kept, and its end. */
import { Button, NativeSelect } from '@mantine/core';
import type { Authority } from '@signet/contract/areas/certificate-authorities';
import { AUTHORITY_REVOCATION_REASONS } from '@signet/contract/areas/certificate-authority-rules';
import { IconBan, IconDownload, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { validNow } from './valid-now.ts';
import css from './authorities.module.css';

type Ended = Pick<Authority, 'id' | 'name' | 'version' | 'certificates'>;
type Shown = Ended & {
  addresses: Pick<Authority['addresses'], 'issuer'>;
  why_not: Pick<Authority['why_not'], 'revoke' | 'retire' | 'renew'>;
};

export function AuthorityActions({ authority }: { authority: Shown }) {
  const t = useText();
  const { id, why_not, addresses } = authority;
  return (
    <>
      <EventsLink of={{ resource: id }} />
      {why_not.revoke === null && <Revoke authority={authority} />}
      {why_not.retire === null && <Retire authority={authority} />}
      <Button
        component="a"
        href={new URL(addresses.issuer).pathname}
        download
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      >
        {t('authorities.download')}
      </Button>
      {why_not.renew === null && (
        <ButtonLink
          to={paths.certificateAuthorityRenew(id)}
          leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        >
          {t('authorities.renew')}
        </ButtonLink>
      )}
    </>
  );
}

function Retire({ authority: { id, name, version, certificates } }: { authority: Ended }) {
  const t = useText();
  return (
    <ConfirmAction
      label={t('authorities.retire')}
      title={t('authorities.retireTitle', { name })}
      act={t('authorities.retire')}
      run={() => change('PUT /account/ui-api/v1/ca/{id}/retire', { params: { id }, query: { version } })}
      done="authorities.retired"
      button={{ leftSection: <IconPlayerStop size={16} stroke={1.75} aria-hidden /> }}
    >
      {t('authorities.retireBody', validNow(certificates))}
    </ConfirmAction>
  );
}

function Revoke({ authority: { id, name, version, certificates } }: { authority: Ended }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const close = (): void => {
    setReason('');
    setOpened(false);
  };
  const acting = useAct(opened, close);
  const chosen = AUTHORITY_REVOCATION_REASONS.find((one) => one === reason);
  const revoke = async (): Promise<void> => {
    if (chosen === undefined) return;
    const named = { params: { id }, query: { version }, body: { reason: chosen } };
    await change('PUT /account/ui-api/v1/ca/{id}/revoke', named);
  };
  return (
    <>
      <Button
        c="var(--sg-danger-ink)"
        leftSection={<IconBan size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('authorities.revoke')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('authorities.revokeTitle', { name })}
        act={t('authorities.revoke')}
        word={name}
        whyNotYet={chosen === undefined ? t('authorities.chooseReason') : null}
        busy={acting.busy}
        onConfirm={() => void acting.run(revoke, 'authorities.revoked')}
        onClose={close}
      >
        <p>{t('authorities.revokeBody', validNow(certificates))}</p>
        <NativeSelect
          className={css.reason}
          label={t('authorities.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data={[
            { value: '', label: t('form.choose') },
            ...AUTHORITY_REVOCATION_REASONS.map((value) => ({ value, label: t(`authorities.reason.${value}`) })),
          ]}
        />
      </ConfirmDialog>
    </>
  );
}
