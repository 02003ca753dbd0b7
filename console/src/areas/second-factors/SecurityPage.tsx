/** What one keeps for signing in beside the password: apps, security keys, passkeys, recovery codes. */
import { Button } from '@mantine/core';
import type { SecondFactor } from '@signet/contract/areas/second-factors';
import { LIMITS } from '@signet/contract/limits';
import { IconShieldLock } from '@tabler/icons-react';
import { change } from '../../api/change.ts';
import type { CallResponse } from '../../api/call.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import css from '../../shell/second-factor/second-factor.module.css';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Tag } from '../../ui/State.tsx';
import { AddFactor } from './AddFactor.tsx';
import { RenameFactor } from './RenameFactor.tsx';
import { useShowCodes } from './use-show-codes.tsx';

const READ = 'GET /account/ui-api/v1/second-factor';

export default function SecurityPage() {
  const t = useText();
  const { data, error, refetch } = useApi(READ);
  const showCodes = useShowCodes();
  return (
    <>
      <PageTitle title={t('security.title')} lead={t('security.lead')} actions={<AddFactor onCodes={showCodes} />} />
      <div className={css.page} />
      {error && !data && <Unread error={error} retry={refetch} title="page.failed" />}
      {!error && !data && <Busy />}
      {data && <Factors {...data} onCodes={showCodes} />}
    </>
  );
}

type Props = CallResponse<typeof READ> & { onCodes: (codes: readonly string[]) => void };

function Factors({ items, recovery_codes_left: left, required, onCodes }: Props) {
  const t = useText();
  const renewing = useAct();
  const renew = () =>
    renewing.run(async () =>
      onCodes((await change('POST /account/ui-api/v1/second-factor/recovery-codes')).recovery_codes),
    );
  if (items.length === 0)
    return (
      <EmptyState icon={IconShieldLock} title={t('security.noneTitle')}>
        {t(required ? 'security.noneRequired' : 'security.none')}
      </EmptyState>
    );
  return (
    <>
      {left <= LIMITS.recoveryCodesFew && (
        <div className={css.block}>
          <Banner tone="warn">{t('security.codesLeft', { count: left })}</Banner>
        </div>
      )}
      <ul className={`card ${css.factors} ${css.block}`} aria-label={t('security.title')}>
        {items.map((factor) => (
          <Factor key={factor.id} factor={factor} last={items.length === 1} />
        ))}
      </ul>
      <div className={css.acts}>
        <Button loading={renewing.busy} onClick={() => void renew()}>
          {t('security.newCodes')}
        </Button>
        <span className="t2">{t('security.codesLeft', { count: left })}</span>
      </div>
    </>
  );
}

function Factor({ factor, last }: { factor: SecondFactor; last: boolean }) {
  const t = useText();
  const date = useDateTimeFormat();
  const { id, name, kind, created_at, last_used_at } = factor;
  return (
    <li>
      <div>
        <p>
          <span className="strong">{name}</span> <Tag>{t(`security.kind.${kind}`)}</Tag>
        </p>
        <p className="sm t3">
          {t('security.added')} <DateText value={created_at} text={date(created_at)} />
          {last_used_at !== null && (
            <>
              , {t('security.lastUsed')} <DateText value={last_used_at} text={date(last_used_at)} />
            </>
          )}
        </p>
      </div>
      <div className={css.acts}>
        <RenameFactor factor={factor} />
        <ConfirmAction
          label={t('security.remove')}
          of={name}
          title={t('security.removeTitle', { name })}
          act={t('security.remove')}
          run={() => change('DELETE /account/ui-api/v1/second-factor/{id}', { params: { id } })}
          done="security.removed"
        >
          {t(last ? 'security.removeLast' : 'security.removeBody')}
        </ConfirmAction>
      </div>
    </li>
  );
}
