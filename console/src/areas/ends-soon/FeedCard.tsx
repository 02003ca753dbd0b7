/** The address from which the person's calendar reads what ends: made, shown once, and revoked. */
import { Button } from '@mantine/core';
import { IconCalendarShare, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { showNamedSecret } from '../../shell/secret/show-secret.tsx';
import { StatusDot } from '../../ui/State.tsx';
import css from './feed.module.css';

export function FeedCard() {
  const t = useText();
  const time = useDateTimeFormat();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/ends-soon/calendar');
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAct();
  const make = () =>
    run(async () => {
      const { url } = await change('POST /account/ui-api/v1/ends-soon/calendar', {});
      setAsking(false);
      showNamedSecret(t('endsSoon.feedAddress'), { lead: t('endsSoon.feedOnce'), secret: url });
    });
  if (error && !data)
    return (
      <div className={css.card}>
        <DetailSection title={t('endsSoon.feed')}>
          <Unread error={error} retry={refetch} />
        </DetailSection>
      </div>
    );
  if (!data) return null;
  const { feed } = data;
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <div className={css.card}>
      <DetailSection
        title={t('endsSoon.feed')}
        actions={
          feed ? (
            <>
              <Button leftSection={<IconRefresh {...icon} />} onClick={() => setAsking(true)}>
                {t('endsSoon.feedAgain')}
              </Button>
              <ConfirmAction
                label={t('endsSoon.feedRevoke')}
                title={t('endsSoon.feedRevokeTitle')}
                act={t('endsSoon.feedRevoke')}
                run={() => change('DELETE /account/ui-api/v1/ends-soon/calendar', {})}
                done="endsSoon.feedRevoked"
                button={{ leftSection: <IconTrash {...icon} /> }}
              >
                {t('endsSoon.feedRevokeBody')}
              </ConfirmAction>
            </>
          ) : (
            <Button leftSection={<IconCalendarShare {...icon} />} loading={busy} onClick={() => void make()}>
              {t('endsSoon.feedMake')}
            </Button>
          )
        }
      >
        <p>{t('endsSoon.feedBody')}</p>
        {feed && (
          <p className={css.state}>
            <StatusDot on>
              {feed.last_read_at
                ? t('endsSoon.feedRead', { at: time(feed.last_read_at) })
                : t('endsSoon.feedNotRead', { at: time(feed.made_at) })}
            </StatusDot>
          </p>
        )}
      </DetailSection>
      <ConfirmDialog
        opened={asking}
        title={t('endsSoon.feedAgainTitle')}
        act={t('endsSoon.feedAgain')}
        busy={busy}
        onConfirm={() => void make()}
        onClose={() => setAsking(false)}
      >
        {t('endsSoon.feedAgainBody')}
      </ConfirmDialog>
    </div>
  );
}
