/** OAuth clients as cards, and what can be done with each. */
import { ACCESS } from '@signet/contract/access';
import { oauthClientActs, type OauthClientAct } from '@signet/contract/areas/oauth-client-rules';
import type { OauthClient } from '@signet/contract/areas/oauth-clients';
import { IconBan, IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAllows } from '../../session/permissions.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { RowActions, type RowAction } from '../../shell/record/RowActions.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { StatusDot, Tag } from '../../ui/State.tsx';
import css from './oauth-clients.module.css';

/** `accountId`: none for those of the platform, which are edited under the settings. */
type Props = { clients: readonly OauthClient[]; accountId?: string };

export function ClientCards({ clients, accountId }: Props) {
  const t = useText();
  const hasMenu = useAllows(ACCESS.oauthClients.menu);
  const [disabling, setDisabling] = useState<OauthClient | null>(null);
  const [deleting, setDeleting] = useState<OauthClient | null>(null);
  const switching = useAct(disabling !== null, () => setDisabling(null));
  const enable = ({ id }: OauthClient, enabled: boolean) =>
    void switching.run(
      () => change('PUT /account/ui-api/v1/oauth/client/{id}/status', { params: { id }, body: { enabled } }),
      enabled ? 'oauthClients.enabledNow' : 'oauthClients.disabledNow',
    );
  const actionOf = (client: OauthClient): Record<OauthClientAct, RowAction> => {
    const { edit, enable: whyNotEnable, delete: whyNotDelete } = client.why_not;
    return {
      update: {
        label: t('oauthClients.edit'),
        icon: IconPencil,
        to: paths.oauthClientEdit(client.id, accountId),
        whyNot: edit && problemText({ message: '', ...edit }),
      },
      enable: {
        label: t('oauthClients.enable'),
        icon: IconCircleCheck,
        act: () => enable(client, true),
        whyNot: whyNotEnable && problemText({ message: '', ...whyNotEnable }),
      },
      disable: { label: t('oauthClients.disable'), icon: IconBan, act: () => setDisabling(client) },
      delete: {
        label: t('oauthClients.delete'),
        icon: IconTrash,
        danger: true,
        act: () => setDeleting(client),
        whyNot: whyNotDelete && problemText({ message: '', ...whyNotDelete }),
      },
    };
  };
  return (
    <>
      <ul className={css.cards}>
        {clients.map((client) => (
          <li className="card" key={client.id}>
            <ClientHead client={client} />
            {hasMenu && (
              <RowActions
                label={t('list.actionsFor', { name: client.name })}
                actions={oauthClientActs(client).map((act) => actionOf(client)[act])}
              />
            )}
            <ClientFacts client={client} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={disabling !== null}
        title={t('oauthClients.disableTitle', { name: disabling?.name ?? '' })}
        act={t('oauthClients.disable')}
        busy={switching.busy}
        danger
        onConfirm={() => disabling !== null && enable(disabling, false)}
        onClose={() => setDisabling(null)}
      >
        {t('oauthClients.disableBody')}
      </ConfirmDialog>
      <ConfirmDelete
        record={deleting}
        title={({ name }) => t('oauthClients.deleteTitle', { name })}
        act={t('oauthClients.delete')}
        word={({ name }) => name}
        remove={({ id }) => change('DELETE /account/ui-api/v1/oauth/client/{id}', { params: { id } })}
        deleted="oauthClients.deleted"
        onClose={() => setDeleting(null)}
      >
        {t('oauthClients.deleteBody')}
      </ConfirmDelete>
    </>
  );
}

function ClientHead({ client: { name, status, dtaClient } }: { client: OauthClient }) {
  const t = useText();
  const on = status === 'ENABLED';
  return (
    <div className={css.head}>
      <b>{name}</b>
      <StatusDot on={on}>{t(on ? 'oauthClients.enabled' : 'oauthClients.disabled')}</StatusDot>
      {dtaClient && <Tag>{t('oauthClients.dta')}</Tag>}
    </div>
  );
}

function ClientFacts({ client }: { client: OauthClient }) {
  const t = useText();
  const time = useDateTimeFormat();
  const { clientId, createdDate, last_used_at: used, authentication, secrets } = client;
  const [, former] = secrets;
  return (
    <dl className={css.facts}>
      <dt>{t('oauthClients.clientId')}</dt>
      <dd>
        <CopyValue value={clientId} name={t('oauthClients.clientIdOf', { name: client.name })} />
      </dd>
      <dt>{t('oauthClients.authentication')}</dt>
      <dd>{t(`oauthClients.authentication.${authentication}`)}</dd>
      <dt>{t('oauthClients.createdAt')}</dt>
      <dd>
        <DateText value={createdDate} text={time(createdDate)} />
      </dd>
      <dt>{t('oauthClients.lastUsed')}</dt>
      <dd>
        {used === null ? (
          <span className="t3">{t('oauthClients.neverUsed')}</span>
        ) : (
          <DateText value={used} text={time(used)} />
        )}
      </dd>
      {former?.expires_at && (
        <>
          <dt>{t('oauthClients.former')}</dt>
          <dd>{t('oauthClients.goodUntil', { until: time(former.expires_at) })}</dd>
        </>
      )}
    </dl>
  );
}
