/** The email domains of an account, each with what proves it. */
import { Button } from '@mantine/core';
import type { EmailDomain } from '@signet/contract/areas/account-email-domains';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { useFocusBack } from '../../shell/keyboard/focus-back.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { later } from '../../shell/routing/later.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import css from './email-domains.module.css';

/** Most who open an account's page edit none. */
const EmailDomainsForm = later(() => import('./EmailDomainsForm.tsx'));

/** `editing` is kept by the section, which keeps the form while it is closed. */
type Props = { accountId: string; editing: boolean; onEdit: (editing: boolean) => void };

export function EmailDomains({ accountId, editing, onEdit }: Props) {
  const t = useText();
  const edit = useFocusBack(editing);
  const [removing, setRemoving] = useState<readonly EmailDomain[] | null>(null);
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/account/{id}/sso-email-domains', {
    params: { id: accountId },
  });
  if (error && !data) return <Unread error={error} retry={refetch} />;
  if (!data) return <Busy />;
  const { can_edit: edits } = data;
  const names = data.domains.map(({ name }) => name);
  return (
    <div className={css.domains}>
      <p className="sm t2">{t('emailDomains.about')}</p>
      {names.length === 0 && !editing && <p className="sm t2">{t('emailDomains.none')}</p>}
      {!editing && names.length > 0 && (
        <ul>
          {data.domains.map((one) => (
            <Domain key={one.name} accountId={accountId} one={one} edits={edits} />
          ))}
        </ul>
      )}
      {editing && <EmailDomainsForm accountId={accountId} names={names} onDone={() => onEdit(false)} />}
      {edits && !editing && (
        <div className={css.acts}>
          <Button ref={edit} variant="default" onClick={() => onEdit(true)}>
            {t(names.length === 0 ? 'emailDomains.add' : 'accounts.editMethod')}
          </Button>
          {names.length > 0 && (
            <Button variant="default" onClick={() => setRemoving(data.domains)}>
              {t('emailDomains.remove')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDelete
        record={removing}
        title={() => t('emailDomains.remove')}
        act={t('emailDomains.remove')}
        remove={(read) =>
          change('DELETE /account/ui-api/v1/account/{id}/sso-email-domains', {
            params: { id: accountId },
            query: { old_domains: namesOf(read), old_verified: namesOf(read.filter(({ verified }) => verified)) },
          })
        }
        deleted="emailDomains.removed"
        onClose={() => setRemoving(null)}
      >
        {removing && <p>{removing.map(({ name }) => name).join(', ')}</p>}
        <p>{t('emailDomains.removeBody')}</p>
      </ConfirmDelete>
    </div>
  );
}

const namesOf = (domains: readonly EmailDomain[]): string => domains.map(({ name }) => name).join(',');

/** What stands for how a domain was verified. */
const BY = { dns: 'emailDomains.byDns', administrator: 'emailDomains.byAdministrator' } as const;

function Domain({ accountId, one, edits }: { accountId: string; one: EmailDomain; edits: boolean }) {
  const t = useText();
  const [asked, setAsked] = useState(false);
  const { busy, run } = useAct(asked, () => setAsked(false));
  const verify = (by: 'dns' | 'administrator') =>
    void run(
      () =>
        change('PUT /account/ui-api/v1/account/{id}/sso-email-domains/{domain}/verified', {
          params: { id: accountId, domain: one.name },
          body: { by },
        }),
      'emailDomains.verified',
    );
  return (
    <li>
      <span className={css.name}>{one.name}</span>
      <StatusBadge tone={one.verified ? 'ok' : 'warn'}>
        {t(one.verified_by === null ? 'emailDomains.notVerified' : BY[one.verified_by])}
      </StatusBadge>
      {one.record && (
        <div className={css.proof}>
          <span className="sm t2">{t('emailDomains.record')}</span>
          <CopyValue value={one.record.name} name={t('emailDomains.recordName')} />
          <CopyValue value={one.record.value} name={t('emailDomains.recordValue')} />
        </div>
      )}
      {edits && !one.verified && (
        <div className={css.acts}>
          <Button
            size="xs"
            variant="default"
            aria-label={t('list.actOn', { act: t('emailDomains.check'), name: one.name })}
            loading={busy}
            onClick={() => verify('dns')}
          >
            {t('emailDomains.check')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('list.actOn', { act: t('emailDomains.confirm'), name: one.name })}
            onClick={() => setAsked(true)}
          >
            {t('emailDomains.confirm')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asked}
        title={t('emailDomains.confirmTitle', { domain: one.name })}
        act={t('emailDomains.confirm')}
        busy={busy}
        onConfirm={() => verify('administrator')}
        onClose={() => setAsked(false)}
      >
        {t('emailDomains.confirmBody', { domain: one.name })}
      </ConfirmDialog>
    </li>
  );
}
