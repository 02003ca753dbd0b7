/** Trying the settings of an identity provider before they are saved, and what it answered within the last hour. */
import { Button } from '@mantine/core';
import type { FederatedAnswer } from '@signet/contract/areas/sign-in-trials';
import type { FederatedMethod } from '@signet/contract/areas/sign-in-method-rules';
import { useEffect, useRef, useState } from 'react';
import { call, callToAsk } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { useApi } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { localTime, useDateTimeFormat } from '../../session/date-time.ts';
import { throughProvider } from '../../session/provider-window.ts';
import { Banner } from '../../ui/Banner.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { FederatedAnswerReport } from './FederatedAnswerReport.tsx';
import css from './provider-trial.module.css';

type Props = {
  accountId: string;
  method: FederatedMethod;
  /** Begins a trial of what stands in the form; null while there is nothing to try. */
  begin: (() => Promise<{ url: string; state: string; tab: string }>) | null;
};

export function ProviderTrial({ accountId, method, begin }: Props) {
  const t = useText();
  const dateTime = useDateTimeFormat();
  const [answer, setAnswer] = useState<FederatedAnswer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const away = useRef<AbortController>(null);
  useEffect(() => () => away.current?.abort(), []);
  const recent = useApi('GET /account/ui-api/v1/account/{id}/federated-answer', {
    params: { id: accountId },
    query: { method },
  });

  async function tryIt(beginTrial: NonNullable<Props['begin']>): Promise<void> {
    away.current?.abort();
    const { signal } = (away.current = new AbortController());
    setFault(null);
    setAnswer(null);
    try {
      const told = await throughProvider(beginTrial, signal);
      if (!told) return setFault(t('providerWindow.blocked'));
      if (told.code === null) return setFault(problemText({ status: told.error ?? 'INTERNAL', message: '' }));
      const { code, state } = told;
      setAnswer(
        await callToAsk('POST /account/ui-api/v1/account/{id}/sign-in-trial/claim', {
          params: { id: accountId },
          body: { code, state },
        }),
      );
      void recent.refetch();
    } catch (thrown) {
      if (!signal.aborted) setFault(firstOf(asFailure(thrown)));
    }
  }
  async function show(answerId: string): Promise<void> {
    setFault(null);
    try {
      setAnswer(await callForAnswer(accountId, answerId));
    } catch (thrown) {
      setFault(problemText(asFailure(thrown)));
    }
  }
  const items = recent.data?.items ?? [];
  return (
    <FormGroup title={t('trial.title')} lead={t('trial.lead')}>
      <div>
        <Button variant="default" disabled={begin === null} onClick={() => begin && void tryIt(begin)}>
          {t('trial.begin')}
        </Button>
        {begin === null && <p className="sm t2">{t('trial.beginFirst')}</p>}
      </div>
      {fault !== null && <Banner tone="bad">{fault}</Banner>}
      {answer && <FederatedAnswerReport answer={answer} />}
      <div>
        <b className="sm">{t('trial.recent')}</b>
        {items.length === 0 && <p className="sm t2">{t('trial.recentNone')}</p>}
        <ul className={css.recent}>
          {items.map(({ id, trial, problem, name, at }) => (
            <li key={id}>
              <span className="mono sm">{localTime(at)}</span>
              <span>{t(trial ? 'trial.isTrial' : 'trial.isFailure')}</span>
              <span>{name}</span>
              <span className="mono sm t2">{problem}</span>
              <Button size="compact-sm" aria-label={`${t('trial.show')} ${dateTime(at)}`} onClick={() => void show(id)}>
                {t('trial.show')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </FormGroup>
  );
}

const callForAnswer = (id: string, answerId: string) =>
  call('GET /account/ui-api/v1/account/{id}/federated-answer/{answerId}', { params: { id, answerId } });

/** What is wrong with a field of the settings says more than that something is. */
const firstOf = (failure: ReturnType<typeof asFailure>): string =>
  problemText(Object.values(failure.fields)[0] ?? failure);
