/** By which clients of the platform an account signs documents. */
import { ACCESS } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import {
  signingClientActs,
  whyNotAddSigningClient,
  type SigningClientAct,
} from '@signet/contract/areas/signing-client-rules';
import type { SigningClient, SigningClientList } from '@signet/contract/areas/signing-clients';
import { IconBan, IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useAllows } from '../../session/permissions.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { Table } from '../../shell/list/Table.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { RowActions, type RowAction } from '../../shell/record/RowActions.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { AddSigningClient } from './AddSigningClient.tsx';
import { useSigningClientColumns } from './columns.tsx';
import { bodyOf, placeOf } from './signing-client-form.ts';
import css from './signing-clients.module.css';

export default function AccountSigningClientsSection({ record: { id } }: { record: Account }) {
  const query = useApi('GET /account/ui-api/v1/account/{id}/oauth/config', { params: { id } });
  const { data, error, refetch } = query;
  const add = data && (
    <Allowed access={ACCESS.signingClients.manage}>
      <AddSigningClient accountId={id} whyNot={whyNotAddSigningClient(data.providers)} />
    </Allowed>
  );
  return (
    <Section count={data?.total} actions={add}>
      {() => {
        if (data) return <SigningClients accountId={id} list={data} />;
        return error ? <Unread error={error} retry={refetch} /> : <Busy />;
      }}
    </Section>
  );
}

function SigningClients({ accountId, list: { items, total } }: { accountId: string; list: SigningClientList }) {
  const t = useText();
  const manages = useAllows(ACCESS.signingClients.manage);
  const columns = useSigningClientColumns();
  const [disabling, setDisabling] = useState<SigningClient | null>(null);
  const [deleting, setDeleting] = useState<SigningClient | null>(null);
  const switching = useAct(disabling !== null, () => setDisabling(null));
  const enable = (row: SigningClient, enabled: boolean) =>
    void switching.run(
      () =>
        change('PUT /account/ui-api/v1/account/{id}/oauth/{clientId}/config/{configId}', {
          params: placeOf(accountId, row),
          query: { version: row.version },
          body: bodyOf({ serviceId: row.oauthClientAccountId }, enabled),
        }),
      enabled ? 'signingClients.enabledNow' : 'signingClients.disabledNow',
    );
  const actionOf = (row: SigningClient): Record<SigningClientAct, RowAction> => ({
    update: { label: t('signingClients.edit'), icon: IconPencil, to: paths.signingClientEdit(accountId, row.id) },
    enable: { label: t('oauthClients.enable'), icon: IconCircleCheck, act: () => enable(row, true) },
    disable: { label: t('oauthClients.disable'), icon: IconBan, act: () => setDisabling(row) },
    delete: { label: t('signingClients.delete'), icon: IconTrash, danger: true, act: () => setDeleting(row) },
  });
  const rowMenu = (row: SigningClient) => (
    <RowActions
      label={t('list.actionsFor', { name: named(row) })}
      actions={signingClientActs(row).map((act) => actionOf(row)[act])}
    />
  );
  if (total === 0) return <p className="t2">{t('signingClients.none')}</p>;
  return (
    <>
      <div className={`card ${css.table}`}>
        <Table
          caption={t('signingClients.title')}
          columns={columns}
          rows={items}
          rowId={(row) => row.id}
          rowMenu={manages ? rowMenu : undefined}
          busy={false}
          limit={total}
        />
      </div>
      <ConfirmDialog
        opened={disabling !== null}
        title={t('signingClients.disableTitle', { name: disabling ? named(disabling) : '' })}
        act={t('oauthClients.disable')}
        busy={switching.busy}
        danger
        onConfirm={() => disabling !== null && enable(disabling, false)}
        onClose={() => setDisabling(null)}
      >
        {t('signingClients.disableBody')}
      </ConfirmDialog>
      <ConfirmDelete
        record={deleting}
        title={(row) => t('signingClients.deleteTitle', { name: named(row) })}
        act={t('signingClients.delete')}
        remove={(row) =>
          change('DELETE /account/ui-api/v1/account/{id}/oauth/{clientId}/config/{configId}', {
            params: placeOf(accountId, row),
          })
        }
        deleted="signingClients.deleted"
        onClose={() => setDeleting(null)}
      >
        {t('signingClients.deleteBody')}
      </ConfirmDelete>
    </>
  );
}

const named = ({ name, oauthClientAccountId }: SigningClient): string => `${name} (${oauthClientAccountId})`;
