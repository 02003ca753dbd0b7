/** Links by which somebody without a user enters a provider's settings: made, shown once, revoked. */
import { Button, Stack } from '@mantine/core';
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import type { SetupLink } from '@signet/contract/areas/sign-in-setup';
import { whyNotSetUpByLink, type SetupPurpose } from '@signet/contract/areas/sign-in-setup-rules';
import { LIMITS } from '@signet/contract/limits';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmDelete } from '../../shell/record/ConfirmDelete.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { showNamedSecret } from '../../shell/secret/show-secret.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { StatusBadge } from '../../ui/State.tsx';
import css from './saml-certificates.module.css';

const PURPOSES = { saml: ['saml', 'saml_certificates'], oidc: ['oidc'] } as const;
const TONES = { open: 'warn', used: 'ok', revoked: 'off', ended: 'off', maker: 'off', account: 'off' } as const;

/** `on`: people sign in by it. `configured`: its provider is there. */
type Props = { accountId: string; method: FederatedMethod; on: boolean; configured: boolean };

export function SetupLinks({ accountId, method, on, configured }: Props) {
  const t = useText();
  const dateTime = useDateTimeFormat();
  const params = { id: accountId };
  const { data } = useApi('GET /account/ui-api/v1/account/{id}/sign-in-setup-link', { params });
  const [revoking, setRevoking] = useState<SetupLink | null>(null);
  const { busy, run } = useAct();
  const purposes: readonly SetupPurpose[] = PURPOSES[method];
  const offered = purposes.filter(
    (purpose) => !whyNotSetUpByLink(purpose, { saml: on, oidc: on }, method === 'saml' && configured),
  );
  const make = (purpose: SetupPurpose) =>
    run(async () => {
      const { url, expires_at } = await change('POST /account/ui-api/v1/account/{id}/sign-in-setup-link', {
        params,
        body: { purpose },
      });
      showNamedSecret(t('setupLinks.link'), {
        lead: t('setupLinks.once'),
        secret: url,
        facts: [{ label: t('secret.until'), value: dateTime(expires_at) }],
      });
    });
  const links = (data?.items ?? []).filter(({ purpose }) => purposes.includes(purpose));
  if (offered.length === 0 && links.length === 0) return null;
  return (
    <FormGroup title={t('setupLinks.title')} lead={t('setupLinks.lead', { hours: LIMITS.setupLinkHours })}>
      {links.length > 0 && (
        <ul className={css.list}>
          {links.map((one) => (
            <li key={one.id} className="card">
              <div>
                <b className="sm">{t(`setupLinks.purpose.${one.purpose}`)}</b>
                <p className="sm t2">
                  {t('setupLinks.made', { name: one.made_by_name ?? '–', time: dateTime(one.made_at) })}{' '}
                  {one.state === 'open' && t('setupLinks.until', { time: dateTime(one.expires_at) })}
                </p>
              </div>
              <StatusBadge tone={TONES[one.state]}>{t(`setupLinks.state.${one.state}`)}</StatusBadge>
              {['open', 'maker', 'account'].includes(one.state) && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('list.actOn', {
                    act: t('setupLinks.revoke'),
                    name: `${t(`setupLinks.purpose.${one.purpose}`)}, ${dateTime(one.made_at)}`,
                  })}
                  onClick={() => setRevoking(one)}
                >
                  {t('setupLinks.revoke')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Stack align="flex-start" gap={8}>
        {offered.map((purpose) => (
          <Button key={purpose} variant="default" loading={busy} onClick={() => void make(purpose)}>
            {t(purpose === 'saml_certificates' ? 'setupLinks.createRenewal' : 'setupLinks.create')}
          </Button>
        ))}
      </Stack>
      <ConfirmDelete
        record={revoking}
        title={() => t('setupLinks.revokeTitle')}
        act={t('setupLinks.revoke')}
        remove={({ id: linkId }) =>
          change('DELETE /account/ui-api/v1/account/{id}/sign-in-setup-link/{linkId}', {
            params: { id: accountId, linkId },
          })
        }
        deleted="setupLinks.revoked"
        onClose={() => setRevoking(null)}
      >
        {t('setupLinks.revokeBody')}
      </ConfirmDelete>
    </FormGroup>
  );
}
