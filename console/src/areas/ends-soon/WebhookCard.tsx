/** Where the person's program is told of what ends: set up, tried, and what came of the newest message. */
import { Button } from '@mantine/core';
import type { EndingWebhook } from '@signet/contract/areas/ends-soon';
import { IconPencil, IconSend, IconTrash, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { showNamedSecret } from '../../shell/secret/show-secret.tsx';
import { StatusBadge, StatusDot } from '../../ui/State.tsx';
import css from './feed.module.css';
import { WebhookDialog } from './WebhookDialog.tsx';

type Why = Pick<NonNullable<EndingWebhook['failure']>, 'reason' | 'detail'>;
/** What came of a test: it arrived (null), or why it did not. */
type Tried = { failure: Why | null };

export function WebhookCard() {
  const t = useText();
  const { data, error, refetch } = useApi('GET /account/ui-api/v1/ends-soon/webhook');
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const trial = useAct();
  if (error && !data)
    return (
      <div className={css.card}>
        <DetailSection title={t('endsSoon.webhook')}>
          <Unread error={error} retry={refetch} />
        </DetailSection>
      </div>
    );
  if (!data) return null;
  const { webhook } = data;
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  const tryOut = () =>
    trial.run(async () => {
      setTried(null);
      setTried(await change('POST /account/ui-api/v1/ends-soon/webhook/test', {}));
    });
  return (
    <div className={css.card}>
      <DetailSection
        title={t('endsSoon.webhook')}
        actions={
          webhook ? (
            <>
              <Button leftSection={<IconSend {...icon} />} loading={trial.busy} onClick={() => void tryOut()}>
                {t('endsSoon.webhookTest')}
              </Button>
              <Button leftSection={<IconPencil {...icon} />} onClick={() => setAsking(true)}>
                {t('endsSoon.webhookChange')}
              </Button>
              <ConfirmAction
                label={t('endsSoon.webhookRemove')}
                title={t('endsSoon.webhookRemoveTitle')}
                act={t('endsSoon.webhookRemove')}
                run={async () => {
                  await change('DELETE /account/ui-api/v1/ends-soon/webhook', {});
                  setTried(null);
                }}
                done="endsSoon.webhookRemoved"
                button={{ leftSection: <IconTrash {...icon} /> }}
              >
                {t('endsSoon.webhookRemoveBody')}
              </ConfirmAction>
            </>
          ) : (
            <Button leftSection={<IconWebhook {...icon} />} onClick={() => setAsking(true)}>
              {t('endsSoon.webhookMake')}
            </Button>
          )
        }
      >
        <p>{t('endsSoon.webhookBody')}</p>
        {webhook && <State webhook={webhook} />}
        {/* Before its text, which else would not be read out everywhere. */}
        <div role="status">{webhook && tried && <Trial tried={tried} />}</div>
      </DetailSection>
      <WebhookDialog
        opened={asking}
        address={webhook?.address ?? ''}
        onMade={(secret) => {
          setTried(null);
          setAsking(false);
          showNamedSecret(t('endsSoon.webhookSecret'), {
            lead: t('endsSoon.webhookOnce'),
            secret,
          });
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function State({ webhook: { address, made_at, sent_at, failure } }: { webhook: EndingWebhook }) {
  const t = useText();
  const time = useDateTimeFormat();
  const why = useWhy();
  return (
    <div className={css.state}>
      <p className={`mono ${css.address}`}>{address}</p>
      {failure ? (
        <>
          <p>
            <StatusBadge tone="bad">{t('endsSoon.webhookFailing')}</StatusBadge> {why(failure)}
          </p>
          <p>{t('endsSoon.webhookNextTry', { at: time(failure.next_try_at) })}</p>
        </>
      ) : (
        <StatusDot on>
          {sent_at
            ? t('endsSoon.webhookSent', { at: time(sent_at) })
            : t('endsSoon.webhookNotSent', { at: time(made_at) })}
        </StatusDot>
      )}
    </div>
  );
}

function Trial({ tried: { failure } }: { tried: Tried }) {
  const t = useText();
  const why = useWhy();
  return (
    <p className={css.state}>
      {failure ? t('endsSoon.webhookTestFailed', { why: why(failure) }) : t('endsSoon.webhookTestArrived')}
    </p>
  );
}

/** Why a message did not arrive, in a sentence. */
function useWhy(): (failure: Why) => string {
  const t = useText();
  return ({ reason, detail }) =>
    reason === 'forbidden-address'
      ? t('endsSoon.webhookForbidden', { detail })
      : t(`auditForwarding.failure.${reason}`, { detail });
}
