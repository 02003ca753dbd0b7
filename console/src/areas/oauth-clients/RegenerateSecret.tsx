/** A new secret for an OAuth client, and for how long the former one stays good beside it. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { OauthClient } from '@signet/contract/areas/oauth-clients';
import { LIMITS } from '@signet/contract/limits';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { FormGroup } from '../../ui/FormGroup.tsx';
import css from './oauth-clients.module.css';
import { useShowClientSecret } from './use-show-client-secret.ts';

/**
 * `client` as the page began; what it is by now is read beside it, since the form keeps what somebody edits. `dirty`:
 * something in the form is not saved; a new secret leads away from it, to `back`.
 */
type Props = { client: OauthClient; dirty: boolean; back: string };

const DAYS = Array.from({ length: LIMITS.secretRotationDaysMax + 1 }, (_, days) => days);

export function RegenerateSecret({ client: begun, dirty, back }: Props) {
  const t = useText();
  const { data: client = begun } = useApi('GET /account/ui-api/v1/oauth/client/{id}', { params: { id: begun.id } });
  const time = useDateTimeFormat();
  const [asked, setAsked] = useState(false);
  const [days, setDays] = useState(0);
  /** The secret that never arrived, by when it was made: said of another one it would end that. */
  const [lostOf, setLostOf] = useState<string | null>(null);
  const showClientSecret = useShowClientSecret();
  const leadOn = useGoOn();
  const { busy, run } = useAct(asked, () => setAsked(false));
  if (client.why_not.regenerate !== null) return null;
  const [current, former] = client.secrets;
  const lost = former !== undefined && current !== undefined && lostOf === current.created_at;
  const regenerate = () =>
    void run(async () => {
      const goOn = leadOn();
      const made = await change('PUT /account/ui-api/v1/oauth/client/{id}/secret', {
        params: { id: client.id },
        query: { version: client.version },
        body: lost ? { drop_current: true } : { keep_days: days },
      });
      showClientSecret(client, made.client_secret);
      goOn(back);
    }, 'oauthClients.regenerated');
  return (
    <FormGroup title={t('oauthClients.secret')}>
      <p className="t2">
        {current
          ? t('oauthClients.secretEnds', { ends: current.last_four, made: time(current.created_at) })
          : t('oauthClients.noSecret')}
        {sentenceGap()}
        {former?.expires_at && t('oauthClients.formerGood', { ends: former.last_four, until: time(former.expires_at) })}
      </p>
      <div>
        {dirty ? (
          <RefusedButton whyNot={t('oauthClients.saveFirst')}>{t('oauthClients.regenerate')}</RefusedButton>
        ) : (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('oauthClients.regenerate')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asked}
        title={t('oauthClients.regenerateTitle', { name: client.name })}
        act={t('oauthClients.regenerate')}
        danger={days === 0}
        busy={busy}
        onConfirm={regenerate}
        onClose={() => setAsked(false)}
      >
        <div className={css.block}>
          {former?.expires_at && (
            <Checkbox
              label={t('oauthClients.lost')}
              description={t('oauthClients.lostMeans', { ends: former.last_four, until: time(former.expires_at) })}
              checked={lost}
              onChange={(event) => setLostOf(event.currentTarget.checked ? (current?.created_at ?? null) : null)}
            />
          )}
          {!lost && (
            <>
              {current && (
                <NativeSelect
                  label={t('oauthClients.keep')}
                  value={String(days)}
                  onChange={(event) => setDays(Number(event.currentTarget.value))}
                  data={DAYS.map((count) => ({ value: String(count), label: t('oauthClients.keepDays', { count }) }))}
                />
              )}
              <p>{days === 0 ? t('oauthClients.breaksNow') : t('oauthClients.breaksLater', { count: days })}</p>
              {former && <p>{t('oauthClients.formerEnds', { ends: former.last_four })}</p>}
            </>
          )}
        </div>
      </ConfirmDialog>
    </FormGroup>
  );
}
