/** The feature flags of the platform: what each does, where it is switched, and for whom otherwise. */
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
import { FlagForOne } from './FlagForOne.tsx';
import css from './feature-flags.module.css';

const SETTINGS = 'GET /account/ui-api/v1/feature-flag';
type Flag = CallResponse<typeof SETTINGS>['items'][number];
/** Neither is the platform. */
type Whose = { account_id?: string; user_id?: string };

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
  const [asked, setAsked] = useState<'account' | 'person' | null>(null);
  const on = flag.platform ?? flag.default;
  const name = flagName(t, flag.name);
  const sentence = `flags.${flag.name}`;
  const put = (enabled: boolean | null, whose: Whose = {}) =>
    change('PUT /account/ui-api/v1/feature-flag/{name}', { params: { name: flag.name }, body: { enabled, ...whose } });
  const set = (enabled: boolean | null, whose?: Whose) => run(() => put(enabled, whose), 'flags.saved');
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
        <Own
          ones={flag.accounts.map(({ account_id, account_name, enabled }) => ({
            key: account_id,
            name: account_name,
            enabled,
            remove: () => void set(null, { account_id }),
          }))}
          more={(more) => t('flags.more', { more })}
          total={flag.accounts_total}
        />
        <Own
          ones={flag.people.map(({ user_id, name: person, user_name, enabled }) => ({
            key: user_id,
            name: `${person} (${user_name})`,
            enabled,
            remove: () => void set(null, { user_id }),
          }))}
          more={(more) => t('flags.morePeople', { more })}
          total={flag.people_total}
        />
        <Allowed access={ACCESS.accounts.view}>
          <Add label={t('flags.add')} of={t('flags.addFor', { feature: name })} onClick={() => setAsked('account')} />
          <FlagForOne
            whose="account"
            feature={name}
            proposed={!on}
            opened={asked === 'account'}
            onClose={() => setAsked(null)}
            onChosen={(account_id, enabled) => put(enabled, { account_id })}
          />
        </Allowed>
        <Allowed access={ACCESS.administrators.view}>
          <Add
            label={t('flags.addPerson')}
            of={t('flags.addPersonFor', { feature: name })}
            onClick={() => setAsked('person')}
          />
          <FlagForOne
            whose="person"
            feature={name}
            proposed={!on}
            opened={asked === 'person'}
            onClose={() => setAsked(null)}
            onChosen={(user_id, enabled) => put(enabled, { user_id })}
          />
        </Allowed>
      </td>
    </tr>
  );
}

type One = { key: string; name: string; enabled: boolean; remove: () => void };
type OwnProps = { ones: readonly One[]; total: number; more: (more: number) => string };

/** Those for whom a flag is switched on their own, each to be taken back; `more` says how many are not listed. */
function Own({ ones, total, more }: OwnProps) {
  const t = useText();
  return (
    <>
      {ones.length > 0 && (
        <ul className={css.own}>
          {ones.map(({ key, name, enabled, remove }) => (
            <li key={key}>
              <span className={css.account}>{name}</span>
              <StatusDot on={enabled}>{t(enabled ? 'accounts.on' : 'accounts.off')}</StatusDot>
              <IconButton size={24} iconSize={16} label={t('flags.remove', { name })} icon={IconX} onClick={remove} />
            </li>
          ))}
        </ul>
      )}
      {total > ones.length && <p className="sm t2">{more(total - ones.length)}</p>}
    </>
  );
}

/** `of`: for assistive technology, which hears it beside those of the other flags. */
function Add({ label, of, onClick }: { label: string; of: string; onClick: () => void }) {
  return (
    <Button
      size="xs"
      variant="subtle"
      className={css.add ?? ''}
      leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
      aria-label={of}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
