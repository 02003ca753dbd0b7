/** The applications that the person lets act for them, and the way to end that. */
import { IconApps } from '@tabler/icons-react';
import type { CallResponse } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { PermissionChecks } from '../../shell/permission/PermissionChecks.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './authorize.module.css';

const CONSENTS = 'GET /account/ui-api/v1/oauth-consent';
type Consent = CallResponse<typeof CONSENTS>['items'][number];

export default function ConsentsPage() {
  const t = useText();
  const { data, error, refetch } = useApi(CONSENTS);
  return (
    <>
      <PageTitle title={t('oauthAuthorization.consents')} lead={t('oauthAuthorization.consentsLead')} />
      {error && !data && <Unread error={error} retry={refetch} title="page.failed" />}
      {!error && !data && <Busy />}
      {data?.total === 0 && (
        <EmptyState icon={IconApps} title={t('oauthAuthorization.none')}>
          {t('oauthAuthorization.noneText')}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <ul className={`card ${css.list}`} aria-label={t('oauthAuthorization.consents')}>
          {data.items.map((consent) => (
            <ConsentLine key={consent.client.id} consent={consent} />
          ))}
        </ul>
      )}
    </>
  );
}

function ConsentLine({ consent: { client, account_name, identity, permissions, created_at } }: { consent: Consent }) {
  const t = useText();
  const time = useDateTimeFormat();
  return (
    <li>
      <div>
        <p>
          <span className="strong">{client.name}</span>{' '}
          <span className="t3">{account_name ?? t('oauthAuthorization.ofPlatform')}</span>
        </p>
        {identity.length > 0 && (
          <p className="sm">{identity.map((scope) => t(`oauthAuthorization.identity.${scope}`)).join(' · ')}</p>
        )}
        {permissions.length > 0 && <PermissionChecks of={permissions} />}
        <p className="sm t3">
          {t('oauthAuthorization.since')} <DateText value={created_at} text={time(created_at)} />
        </p>
      </div>
      <ConfirmAction
        label={t('oauthAuthorization.revoke')}
        of={client.name}
        title={t('oauthAuthorization.revokeTitle', { client: client.name })}
        act={t('oauthAuthorization.revoke')}
        run={() => change('DELETE /account/ui-api/v1/oauth-consent/{id}', { params: { id: client.id } })}
        done="oauthAuthorization.revoked"
      >
        {t('oauthAuthorization.revokeText')}
      </ConfirmAction>
    </li>
  );
}
