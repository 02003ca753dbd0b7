/** What was added to an account's license, taken away and reset, beside its page. */
import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { Account } from '@signet/contract/areas/accounts';
import type { LicenseApplication } from '@signet/contract/areas/licenses';
import type { AppCode } from '@signet/contract/viewer';
import { IconDownload, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '../../api/query.ts';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { ownTimeZone } from '../../session/time-zone.ts';
import { Panel } from '../../shell/detail/Panel.tsx';
import { csvOf, useCsvExport } from '../../shell/list/csv-export.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LicenseEvents } from './LicenseEvents.tsx';
import { HISTORY, STEP, type HistoryKind } from './license-history.ts';
import css from './license-history.module.css';

export default function LicenseHistoryPanel({ record: account }: { record: Account }) {
  const t = useText();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/account/{id}/license/usage', {
    params: { id: account.id },
    query: {},
  });
  const apps = data?.applications.map((one) => one.app_code);
  // An application of which the account was given something has more to tell.
  const first = data?.applications.find(isGiven)?.app_code ?? apps?.[0];
  if (apps && first) return <History key={account.id} accountId={account.id} apps={apps} first={first} />;
  return (
    <Panel>
      {error && !data ? (
        <Unread error={error} retry={refetch} title="licenses.history.failed" />
      ) : data ? (
        <p className="t2">{t('licenses.history.none')}</p>
      ) : (
        <Busy />
      )}
    </Panel>
  );
}

const isGiven = ({ features }: LicenseApplication): boolean =>
  features.some(({ attributes }) => attributes.limit !== 0);

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]);

type HistoryProps = { accountId: string; apps: readonly AppCode[]; first: AppCode };

function History({ accountId, apps, first }: HistoryProps) {
  const t = useText();
  const { product } = useLicenseWords();
  const [chosen, setChosen] = useState(first);
  const [kind, setKind] = useState<HistoryKind | 'all'>('all');
  // Here and not further in: between docked and drawer everything inside begins anew.
  const [limit, setLimit] = useState(STEP);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // An application whose license is gone meanwhile is not asked for any more.
  const app = apps.includes(chosen) ? chosen : first;
  const filter = kind === 'all' ? {} : { kind };
  const params = { account: accountId, app };
  // All events of the application, whatever is shown of them.
  const csv = useCsvExport(csvOf(`${HISTORY}/export`, { time_zone: ownTimeZone() }, params), []);
  const running = csv?.rows !== null;
  return (
    <Panel
      actions={
        <IconButton
          icon={running ? IconPlayerStop : IconDownload}
          label={t(running ? 'list.cancelExport' : 'licenses.history.download')}
          onClick={() => (running ? csv?.cancel() : csv?.start())}
        />
      }
    >
      {apps.length > 1 && (
        <NativeSelect
          size="xs"
          mb={10}
          aria-label={t('licenses.history.application')}
          value={app}
          onChange={(event) => {
            setChosen(apps.find((one) => one === event.currentTarget.value) ?? first);
            setLimit(STEP);
          }}
          data={apps.map((value) => ({ value, label: product(value) }))}
        />
      )}
      <SegmentedControl
        className={css.kinds ?? ''}
        fullWidth
        size="xs"
        aria-label={t('licenses.history.show')}
        value={kind}
        onChange={(value) => {
          setKind(value);
          setLimit(STEP);
        }}
        data={[
          { value: 'all', label: t('licenses.history.all') },
          { value: 'allocation', label: t('licenses.history.allocations') },
          { value: 'reset', label: t('licenses.history.resets') },
        ]}
      />
      <LicenseEvents
        key={`${app} ${kind}`}
        params={params}
        filter={filter}
        limit={limit}
        onOlder={() => setLimit(limit + STEP)}
        opened={opened}
        onToggle={(id) => setOpened(toggled(opened, id))}
      />
    </Panel>
  );
}
