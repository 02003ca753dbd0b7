/** The feature flags of the platform: what each does, where it is switched, and for which accounts otherwise. */
import { ACCESS } from '@signet/contract/access';
import { Button, Switch } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { CallResponse } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { isTextKey, useText } from '../../i18n/text.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { flagName } from '../../shell/permission/flag-name.ts';
import { AS } from '../../shell/list/table-roles.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { StatusDot } from '../../ui/State.tsx';
import { FlagForAccount } from './FlagForAccount.tsx';
import css from './feature-flags.module.css';

const SETTINGS = 'GET /account/ui-api/v1/feature-flag';
type Flag = CallResponse<typeof SETTINGS>['items'][number];

export default function FeatureFlagsPage() {
  const t = useText();
  const { data, error, refetch } = useApi(SETTINGS);
  return (
    <div className={css.page}>
      <PageTitle title={t('flags.title')} lead={t('flags.lead')} />
      {error && !data && <Unread error={error} retry={refetch} title="page.failed" />}
      {!error && !data && <Busy />}
      {data && (
        <table {...AS.table} className={css.flags}>
          <caption className="vh">{t('flags.title')}</caption>
          <thead {...AS.group}>
            <tr {...AS.row}>
              <th {...AS.head} scope="col">
                {t('flags.feature')}
              </th>
              <th {...AS.head} scope="col" className={css.platform}>
                {t('flags.platform')}
              </th>
              <th {...AS.head} scope="col" className={css.accounts}>
                {t('flags.accounts')}
              </th>
            </tr>
          </thead>
          <tbody {...AS.group}>
            {data.items.map((flag) => (
              <FlagRow key={flag.name} flag={flag} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function FlagRow({ flag }: { flag: Flag }) {
  const t = useText();
  const id = useId();
  const { busy, run } = useAct();
  const [asked, setAsked] = useState(false);
  const on = flag.platform ?? flag.default;
  const name = flagName(t, flag.name);
  const more = flag.accounts_total - flag.accounts.length;
  const sentence = `flags.${flag.name}`;
  const put = (enabled: boolean | null, accountId?: string) =>
    change('PUT /account/ui-api/v1/feature-flag/{name}', {
      params: { name: flag.name },
      body: { enabled, ...(accountId ? { account_id: accountId } : {}) },
    });
  const set = (enabled: boolean | null, accountId?: string) => run(() => put(enabled, accountId), 'flags.saved');
  return (
    <tr {...AS.row}>
      <td {...AS.cell}>
        <label htmlFor={id} className="strong">
          {name}
        </label>
        <p className="sm t2">{isTextKey(sentence) && t(sentence)}</p>
        <code className={css.code}>{flag.name}</code>
      </td>
      <td {...AS.cell}>
        <span className={css.state}>
          {/* Not disabled while it is saved: it would lose the focus. */}
          <Switch id={id} checked={on} aria-busy={busy} onChange={(event) => void set(event.currentTarget.checked)} />
          {t(on ? 'accounts.on' : 'accounts.off')}
        </span>
      </td>
      <td {...AS.cell}>
        {flag.accounts.length > 0 && (
          <ul className={css.own}>
            {flag.accounts.map((one) => (
              <li key={one.account_id}>
                <span className={css.account}>{one.account_name}</span>
                <StatusDot on={one.enabled}>{t(one.enabled ? 'accounts.on' : 'accounts.off')}</StatusDot>
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
        {more > 0 && <p className="sm t2">{t('flags.more', { more })}</p>}
        <Allowed access={ACCESS.accounts.view}>
          <Button
            size="xs"
            variant="subtle"
            className={css.add ?? ''}
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            aria-label={t('flags.addFor', { feature: name })}
            onClick={() => setAsked(true)}
          >
            {t('flags.add')}
          </Button>
          <FlagForAccount
            feature={name}
            proposed={!on}
            opened={asked}
            onClose={() => setAsked(false)}
            onChosen={(accountId, enabled) => put(enabled, accountId)}
          />
        </Allowed>
      </td>
    </tr>
  );
}
