/** The fullest pools of the own license, and until when each lasts. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../api/query.ts';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { UsageBar } from '../../shell/licenses/UsageBar.tsx';
import { AS } from '../../shell/list/table-roles.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { poolsByUsage, type Pool } from './fullest.ts';
import css from './overview.module.css';

const SHOWN = 5;

export function LicensePools({ accountId }: { accountId: string }) {
  const t = useText();
  const scope = useScope();
  const [all, setAll] = useState(false);
  const query = useApi('GET /account/ui-api/v1/account/{id}/license/usage', { params: { id: accountId } });
  const pools = query.data && poolsByUsage(query.data);
  if (pools?.length === 0) return null;
  // The platform's own account has no section of licenses: all of them are shown here when asked for.
  const isWhole = scope === 'system';
  const shown = all ? pools : pools?.slice(0, SHOWN);
  return (
    <section aria-labelledby="license-pools">
      <header className={css.heading}>
        <h2 id="license-pools">{t('overview.pools')}</h2>
        {shown && (
          <span className={css.count}>{t('overview.shownOf', { shown: shown.length, all: pools?.length ?? 0 })}</span>
        )}
        {!isWhole ? (
          <PageLink to={paths.account(accountId, 'licenses')}>{t('overview.allPools')}</PageLink>
        ) : (
          pools &&
          pools.length > SHOWN && (
            <Button className={css.toAll ?? ''} onClick={() => setAll(!all)}>
              {t(all ? 'overview.fewerPools' : 'overview.allPools')}
            </Button>
          )
        )}
      </header>
      {!shown && (query.error ? <Unread error={query.error} retry={query.refetch} /> : <Busy />)}
      {shown && (
        <div className={`card ${css.poolsFrame}`}>
          <table {...AS.table} className={css.pools} aria-labelledby="license-pools">
            <thead {...AS.group}>
              <tr {...AS.row}>
                <th {...AS.head}>{t('licenses.feature')}</th>
                <th {...AS.head} className={css.num}>
                  {t('licenses.allocated')}
                </th>
                <th {...AS.head} className={css.num}>
                  {t('licenses.remaining')}
                </th>
                <th {...AS.head}>{t('licenses.usage')}</th>
              </tr>
            </thead>
            <tbody {...AS.group}>
              {shown.map((pool) => (
                <Row key={`${pool.app} ${pool.feature.name}`} pool={pool} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({ pool: { app, feature } }: { pool: Pool }) {
  const t = useText();
  const words = useLicenseWords();
  const { limit, remaining } = feature.attributes;
  return (
    <tr {...AS.row}>
      <th scope="row" {...AS.rowHead}>
        {words.feature(feature.name)}
        <span className={css.of}>{words.product(app)}</span>
      </th>
      <td {...AS.cell} className={css.num}>
        {words.quantity(limit)}
      </td>
      <td {...AS.cell} className={css.num}>
        <b>{words.quantity(remaining)}</b>
        <span className={css.leftWord}>{t('overview.left')}</span>
      </td>
      <td {...AS.cell} className={css.usage}>
        <UsageBar attributes={feature.attributes} marked={false} />
      </td>
    </tr>
  );
}
