/** The certificates of somebody, and what can be done to each. */
import { Button } from '@mantine/core';
import { whyNotDelete, whyNotEnable, whyNotRevoke } from '@signet/contract/areas/client-auth-certificate-rules';
import type { ClientAuthCertificate, ClientAuthCertificateList } from '@signet/contract/areas/client-auth-certificates';
import { IconBan, IconCertificateOff, IconCircleCheck, IconEye, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useFirstNewRow } from '../../shell/list/row-focus.ts';
import { Table } from '../../shell/list/Table.tsx';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { RowActions } from '../../shell/record/RowActions.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { later } from '../../shell/routing/later.tsx';
import { enableCertificate, removeCertificate, type Owner } from './calls.ts';
import { CertificateDialog } from './CertificateDialog.tsx';
import css from './certificates.module.css';
import { calledBy, useColumns } from './columns.tsx';
import { STEP } from './use-certificates.ts';

const RevokeCertificate = later(() => import('./RevokeCertificate.tsx'), null);

type Props = { owner: Owner; list: ClientAuthCertificateList; busy: boolean; onMore: () => void };

export function CertificateTable({ owner, list, busy, onMore }: Props) {
  const t = useText();
  const { items, total } = list;
  const manages = list.owner.why_not_manage === null;
  const [shown, setShown] = useState<ClientAuthCertificate | null>(null);
  const [disabling, setDisabling] = useState<ClientAuthCertificate | null>(null);
  const [revoking, setRevoking] = useState<ClientAuthCertificate | null>(null);
  /** It fades as it closes. */
  const [asksToRevoke, setAsksToRevoke] = useState(false);
  const askToRevoke = (row: ClientAuthCertificate): void => {
    setAsksToRevoke(true);
    setRevoking(row);
  };
  const [deleting, setDeleting] = useState<ClientAuthCertificate | null>(null);
  const enabling = useAct(disabling !== null, () => setDisabling(null));
  const box = useRef<HTMLDivElement>(null);
  const onPressed = useFirstNewRow(box, 'tr[data-row]', items.length, busy);
  const columns = useColumns(setShown);
  const enable = ({ id }: ClientAuthCertificate, enabled: boolean) =>
    void enabling.run(
      () => enableCertificate(owner, id, enabled),
      enabled ? 'clientAuth.enabledNow' : 'clientAuth.disabledNow',
    );
  const rowMenu = (row: ClientAuthCertificate) => (
    <RowActions
      label={t('list.actionsFor', { name: calledBy(row) })}
      actions={[
        { label: t('clientAuth.details'), icon: IconEye, act: () => setShown(row) },
        ...(whyNotEnable(row)
          ? []
          : [
              row.enabled
                ? { label: t('clientAuth.disable'), icon: IconBan, act: () => setDisabling(row) }
                : { label: t('clientAuth.enable'), icon: IconCircleCheck, act: () => enable(row, true) },
            ]),
        ...(whyNotRevoke(row)
          ? []
          : [{ label: t('clientAuth.revoke'), icon: IconCertificateOff, danger: true, act: () => askToRevoke(row) }]),
        ...(whyNotDelete(row)
          ? []
          : [{ label: t('clientAuth.delete'), icon: IconTrash, danger: true, act: () => setDeleting(row) }]),
      ]}
    />
  );
  return (
    <>
      {total === 0 ? (
        <p className="t2">{manages ? t('clientAuth.noneBody') : t('clientAuth.none')}</p>
      ) : (
        <div ref={box} className={`card ${css.table}`}>
          <Table
            caption={t('clientAuth.title')}
            columns={columns}
            rows={items}
            rowId={(row) => row.id}
            rowMenu={manages ? rowMenu : undefined}
            busy={busy}
            limit={STEP}
          />
        </div>
      )}
      {total > items.length && (
        <Button
          className={css.more ?? ''}
          loading={busy}
          onClick={(event) => {
            onPressed(event);
            onMore();
          }}
        >
          {t('list.more')}
        </Button>
      )}
      <CertificateDialog owner={owner} shown={shown} onClose={() => setShown(null)} />
      <ConfirmDialog
        opened={disabling !== null}
        title={t('clientAuth.disableTitle', { name: disabling ? calledBy(disabling) : '' })}
        act={t('clientAuth.disable')}
        busy={enabling.busy}
        danger
        onConfirm={() => disabling !== null && enable(disabling, false)}
        onClose={() => setDisabling(null)}
      >
        {t('clientAuth.disableBody')}
      </ConfirmDialog>
      {asksToRevoke && (
        <RevokeCertificate
          opened={revoking !== null}
          owner={owner}
          holder={list.owner}
          revoking={revoking}
          onClose={() => setRevoking(null)}
        />
      )}
      <ConfirmDelete
        record={deleting}
        title={(row) => t('clientAuth.deleteTitle', { name: calledBy(row) })}
        act={t('clientAuth.delete')}
        remove={({ id }) => removeCertificate(owner, id)}
        deleted="clientAuth.deleted"
        onClose={() => setDeleting(null)}
      >
        {t('clientAuth.deleteBody')}
      </ConfirmDelete>
    </>
  );
}
