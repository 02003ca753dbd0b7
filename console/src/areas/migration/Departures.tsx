/** Accounts that may leave for another platform: letting one go, its address and file, and ending that. */
import { Button } from '@mantine/core';
import type { Departure } from '@signet/contract/areas/migration';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { readDownload } from '../../api/whole-file.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { useStayWhile } from '../../shell/routing/stay-while.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { showNamedSecret } from '../../shell/secret/show-secret.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { StatusBadge, type Tone } from '../../ui/State.tsx';
import { LeftBehindList } from './LeftBehindList.tsx';
import css from './migration.module.css';

/** Between two looks while a file is made, in milliseconds. */
const LOOK_EVERY = 1_500;

const TONES: Record<Departure['state'], Tone> = {
  making: 'busy',
  ready: 'ok',
  failed: 'bad',
  moved: 'info',
  expired: 'off',
  revoked: 'off',
};

export function Departures() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    ...queryOf('GET /account/ui-api/v1/migration/departure'),
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'making') ? LOOK_EVERY : false),
  });
  return (
    <DetailSection title={t('migration.departures')}>
      <Depart />
      {error && !data && <Unread error={error} retry={refetch} />}
      {!data && !error && <Busy />}
      {data && data.items.length > 0 && (
        <ul className={`card ${css.departures}`}>
          {data.items.map((one) => (
            <DepartureLine key={one.id} departure={one} />
          ))}
        </ul>
      )}
    </DetailSection>
  );
}

function Depart() {
  const t = useText();
  const time = useDateTimeFormat();
  const shell = useFormShell({
    fields: { account: { label: 'migration.account' } },
    initial: { account: '' },
    check: ({ account }) => ({ account: account === '' ? { status: 'REQUIRED' } : null }),
    submit: async ({ account }) => {
      const { departure, code } = await change('POST /account/ui-api/v1/account/{id}/departure', {
        params: { id: account },
      });
      // What was chosen since stays.
      if (shell.form.getValues().account === account) shell.form.setFieldValue('account', '');
      showNamedSecret(t('migration.code'), {
        lead: t('migration.codeOnce'),
        secret: code,
        facts: [
          { label: t('migration.account'), value: departure.account.name },
          { label: t('migration.address'), value: departure.address, copied: true },
          { label: t('secret.until'), value: time(departure.expires_at) },
        ],
      });
    },
  });
  return (
    <form className={css.depart} noValidate onSubmit={shell.onSubmit}>
      <p className="sm t2">{t('migration.departLead')}</p>
      <AccountPicker {...shell.field('account')} />
      <div>
        <Button type="submit" aria-busy={shell.busy}>
          {t('migration.depart')}
        </Button>
      </div>
    </form>
  );
}

function DepartureLine({ departure }: { departure: Departure }) {
  const t = useText();
  const time = useDateTimeFormat();
  const { account, account_deleted, state, address, expires_at, fetched_at, moved_at, moved_to, left_behind } =
    departure;
  const isOpen = state === 'ready' || state === 'making';
  return (
    <li>
      <div className={css.head}>
        {account_deleted ? (
          <span className="strong">{account.name}</span>
        ) : (
          <PageLink to={paths.account(account.id)}>{account.name}</PageLink>
        )}
        <StatusBadge tone={TONES[state]}>{t('migration.departureState', { state })}</StatusBadge>
        <span className="sm t2">
          {state === 'moved' && moved_at !== null && t('migration.movedTo', { to: moved_to ?? '', at: time(moved_at) })}
          {isOpen && t('migration.expires', { at: time(expires_at) })}
        </span>
        <DepartureActs departure={departure} />
      </div>
      {isOpen && <CopyValue value={address} name={t('migration.address')} />}
      {fetched_at !== null && state === 'ready' && (
        <p className="sm t2">{t('migration.fetched', { at: time(fetched_at) })}</p>
      )}
      {state === 'ready' && left_behind.length > 0 && <LeftBehindList entries={left_behind} />}
    </li>
  );
}

function DepartureActs({ departure: { id, account, state } }: { departure: Departure }) {
  const t = useText();
  const { busy, run } = useAct();
  useStayWhile(busy);
  if (state !== 'ready' && state !== 'making') return null;
  const download = () =>
    run(async () => {
      const content = await readDownload(
        'GET /account/ui-api/v1/migration/departure/{id}/file',
        { id },
        'application/octet-stream',
      );
      saveFile({ name: `${account.name}.signet`, content });
    });
  return (
    <span className={css.acts}>
      {state === 'ready' && (
        <Button
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          aria-busy={busy}
          aria-label={t('list.actOn', { act: t('migration.download'), name: account.name })}
          onClick={() => void download()}
        >
          {t('migration.download')}
        </Button>
      )}
      <ConfirmAction
        label={t('migration.revoke')}
        of={account.name}
        title={t('migration.revokeTitle', { name: account.name })}
        act={t('migration.revoke')}
        run={() => change('PUT /account/ui-api/v1/migration/departure/{id}/revoke', { params: { id } })}
      >
        {t('migration.revokeBody')}
      </ConfirmAction>
    </span>
  );
}
