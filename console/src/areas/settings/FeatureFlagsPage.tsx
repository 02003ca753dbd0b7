/** The feature flags of the platform: what each does, and where it is switched. */
import { ACCESS } from '@signet/contract/access';
import { Button, Switch } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallResponse } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { isTextKey, useText } from '../../i18n/text.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Busy } from '../../ui/Busy.tsx';
import { FieldError } from '../../ui/ErrorSummary.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { StatusDot } from '../../ui/State.tsx';
import css from './settings.module.css';

const SETTINGS = 'GET /account/ui-api/v1/feature-flag';
type Flag = CallResponse<typeof SETTINGS>['items'][number];

export default function FeatureFlagsPage() {
  const t = useText();
  const { data, error, refetch } = useApi(SETTINGS);
  return (
    <div className={css.page}>
      <PageTitle title={t('flags.title')} lead={t('flags.lead')} />
      {error && !data && (
        <Failed
          title={t('page.failed')}
          message={problemText(error)}
          correlationId={error.correlationId}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Busy />}
      {data && (
        <ul className={css.flags}>
          {data.items.map((flag) => (
            <FlagCard key={flag.name} flag={flag} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FlagCard({ flag }: { flag: Flag }) {
  const t = useText();
  const { busy, run } = useAct();
  const [account, setAccount] = useState('');
  const [tried, setTried] = useState(false);
  const on = flag.platform ?? flag.default;
  const sentence = `flags.${flag.name}`;
  const set = (enabled: boolean | null, accountId?: string) =>
    run(async () => {
      setTried(false);
      await change('PUT /account/ui-api/v1/feature-flag/{name}', {
        params: { name: flag.name },
        body: { enabled, ...(accountId ? { account_id: accountId } : {}) },
      });
      setAccount('');
    }, 'flags.saved');
  return (
    <li className="card">
      {/* Not disabled while it is saved: it would lose the focus. */}
      <Switch
        checked={on}
        aria-busy={busy}
        onChange={(event) => void set(event.currentTarget.checked)}
        label={<span className="mono strong">{flag.name}</span>}
        description={isTextKey(sentence) ? t(sentence) : undefined}
      />
      {flag.accounts.length > 0 && (
        <ul className={css.own} aria-label={t('flags.accounts', { name: flag.name })}>
          {flag.accounts.map((one) => (
            <li key={one.account_id}>
              <StatusDot on={one.enabled}>
                {t(one.enabled ? 'flags.onFor' : 'flags.offFor', { account: one.account_name })}
              </StatusDot>
              <IconButton
                size={24}
                iconSize={16}
                label={t('flags.remove', { account: one.account_name })}
                icon={IconX}
                onClick={() => void set(null, one.account_id)}
              />
            </li>
          ))}
        </ul>
      )}
      <Allowed access={ACCESS.accounts.view}>
        <div className={css.forAccount}>
          <AccountPicker
            id={`account-${flag.name}`}
            name="account"
            label={t('flags.forAccount')}
            value={account}
            onChange={setAccount}
            onBlur={() => undefined}
            error={tried && account === '' ? <FieldError>{t('flags.chooseFirst')}</FieldError> : null}
            aria-invalid={tried && account === ''}
            description={null}
          />
          <Button loading={busy} onClick={() => (account === '' ? setTried(true) : void set(!on, account))}>
            {t(on ? 'flags.switchOffFor' : 'flags.switchOnFor')}
          </Button>
        </div>
      </Allowed>
    </li>
  );
}
