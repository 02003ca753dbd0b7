/** What can be done to an account that comes, as its state has it. */
import { Button } from '@mantine/core';
import type { Arrival } from '@signet/contract/areas/migration';
import { CODE_FAILURES, whyNotGoOn, whyNotRun, whyNotStep } from '@signet/contract/areas/migration-rules';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { Failure } from '../../api/failure.ts';
import { exceptionKey } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ConfirmAction } from '../../shell/confirm/ConfirmAction.tsx';
import { UnsavedGuard } from '../../shell/form/UnsavedGuard.tsx';
import { RefusedButton } from '../../shell/record/RefusedButton.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { useGoOn } from '../../shell/routing/go.ts';
import { arrivalName } from './names.ts';

/** `dirty`: what is chosen about its conflicts is not saved, and would not be what is gone by. */
export function ArrivalActs({ arrival, dirty }: { arrival: Arrival; dirty: boolean }) {
  const t = useText();
  const leadOn = useGoOn();
  const { busy, run } = useAct();
  /** Being discarded, with what was chosen. */
  const [isGoing, setGoing] = useState(false);
  const { id, state, conflicts, account, report, failure, source } = arrival;
  const name = arrivalName(arrival);
  const params = { params: { id } };
  const isReady = whyNotRun(conflicts) === null;
  // A wrong code opens nothing the second time either; another one is asked for below.
  const isOfCode = CODE_FAILURES.includes(failure?.status ?? '');
  const isGone = whyNotGoOn(arrival) !== null;
  const isReadAgain = source === 'address' && !isOfCode;
  const saveFirst = (label: string) => <RefusedButton whyNot={t('migration.saveFirst')}>{label}</RefusedButton>;
  const mayGoOn = whyNotStep('again', state) === null && !isGone && (state === 'stopped' || isReadAgain);
  return (
    <>
      <UnsavedGuard dirty={dirty && !isGoing} />
      {whyNotStep('discard', state) === null && (
        <ConfirmAction
          label={t('migration.discard')}
          title={t('migration.discardTitle')}
          act={t('migration.discard')}
          run={async () => {
            const goOn = leadOn();
            setGoing(true);
            await change('DELETE /account/ui-api/v1/migration/arrival/{id}', params).catch((thrown: unknown) => {
              setGoing(false);
              throw thrown;
            });
            goOn(paths.migrationTool());
          }}
        >
          {t('migration.discardBody')}
        </ConfirmAction>
      )}
      {whyNotStep('undo', state) === null && (
        <ConfirmAction
          label={t('migration.undo')}
          title={t('migration.undoTitle', { name })}
          act={t('migration.undo')}
          run={() => change('PUT /account/ui-api/v1/migration/arrival/{id}/undo', params)}
        >
          {t('migration.undoBody')}
        </ConfirmAction>
      )}
      {mayGoOn &&
        failure &&
        (dirty ? (
          saveFirst(t('migration.again'))
        ) : (
          <Button
            aria-busy={busy}
            onClick={() => void run(() => change('PUT /account/ui-api/v1/migration/arrival/{id}/again', params))}
          >
            {t('migration.again')}
          </Button>
        ))}
      {state === 'rehearsed' &&
        isReady &&
        account &&
        (dirty ? (
          saveFirst(t('migration.migrate'))
        ) : (
          <ConfirmAction
            label={t('migration.migrate')}
            title={t('migration.migrateTitle', { name })}
            act={t('migration.migrate')}
            word={account.friendly_identifier}
            danger={false}
            button={{ variant: 'filled' }}
            run={() => migrate(id, account.friendly_identifier)}
          >
            {t('migration.migrateBody')}
          </ConfirmAction>
        ))}
      {state === 'arrived' &&
        report?.same &&
        !isGone &&
        (dirty ? (
          saveFirst(t('migration.confirm'))
        ) : (
          <ConfirmAction
            label={t('migration.confirm')}
            title={t('migration.confirmTitle', { name })}
            act={t('migration.confirm')}
            danger={false}
            button={{ variant: 'filled' }}
            run={() => change('PUT /account/ui-api/v1/migration/arrival/{id}/confirm', params)}
            done="migration.confirmed"
          >
            {t('migration.confirmBody')}
          </ConfirmAction>
        ))}
    </>
  );
}

/**
 * The specified call. A failure of which there is nothing better to say, neither by a message of the server nor in
 * words for its status, says that the migration failed.
 */
async function migrate(migration_id: string, account_identifier: string): Promise<void> {
  try {
    await change('POST /account/api/v1/account/migrate', { body: { account_identifier, migration_id } });
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.message === '' && exceptionKey(thrown.status) === null)
      throw new Failure('MIGRATION_FAILED', '', { httpStatus: thrown.httpStatus, correlationId: thrown.correlationId });
    throw thrown;
  }
}
