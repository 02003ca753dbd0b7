/** What an identity provider answered, step by step, and what would be made of it. */
import { Button } from '@mantine/core';
import type { FederatedAnswer } from '@signet/contract/areas/sign-in-trials';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { problemText } from '../../api/show-problem.ts';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Copying } from '../../ui/Copying.tsx';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { StatusBadge } from '../../ui/State.tsx';
import css from './provider-trial.module.css';
import { stepsOf } from './trial-steps.ts';

const TONE = { passed: 'ok', failed: 'bad', open: 'off' } as const;

export function FederatedAnswerReport({ answer }: { answer: FederatedAnswer }) {
  const t = useText();
  const { problem, detail, becomes, certificate, name, said, sent, response, verified, method, trial } = answer;
  const facts: Fact[] = [
    { label: t('trial.name'), value: name ?? '—' },
    ...(certificate ? [{ label: t('trial.certificate'), value: certificate.common_name }] : []),
  ];
  const extension = method === 'saml' ? 'xml' : 'json';
  return (
    <div className={css.answer}>
      {problem !== null && (
        <Banner tone="bad">
          <p>{problemText({ status: problem, message: '' })}</p>
          <p className="mono sm">{detail === null ? problem : `${problem}: ${detail}`}</p>
        </Banner>
      )}
      {becomes?.kind === 'nobody' && <Banner tone="warn">{t(`trial.nobody.${becomes.why}`)}</Banner>}
      {becomes?.kind === 'person' && (
        <Banner tone="ok">
          {t('trial.good')}
          {sentenceGap()}
          {t('trial.becomes.person', { name: becomes.name, user_name: becomes.user_name })}
        </Banner>
      )}
      {becomes?.kind === 'newcomer' && (
        <Banner tone="ok">
          {t('trial.good')}
          {sentenceGap()}
          {t('trial.becomes.newcomer', { name: `${becomes.first_name} ${becomes.last_name}`, email: becomes.email })}
        </Banner>
      )}
      {trial && (
        <ol className={css.steps}>
          {stepsOf(problem).map(({ step, state, label }) => (
            <li key={step}>
              <span>{t(label)}</span>
              <StatusBadge tone={TONE[state]}>{t(`trial.state.${state}`)}</StatusBadge>
            </li>
          ))}
        </ol>
      )}
      <Facts facts={facts} />
      {said.length > 0 && (
        <div>
          <h3>{t('trial.said')}</h3>
          {!verified && <p className="sm t2">{t('trial.unverified')}</p>}
          <Facts facts={said.map((one) => ({ label: one.name, value: one.values.join(', '), wide: true }))} />
        </div>
      )}
      {sent !== null && (
        <details>
          <summary>{t('trial.sent')}</summary>
          <pre className={`sm ${css.raw}`}>{sent}</pre>
        </details>
      )}
      <details>
        <summary>{t('trial.response')}</summary>
        <pre className={`sm ${css.raw}`}>{response}</pre>
      </details>
      <div className={css.acts}>
        <Copying value={response}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? (
                  <IconCheck size={16} stroke={1.75} aria-hidden />
                ) : (
                  <IconCopy size={16} stroke={1.75} aria-hidden />
                )
              }
              onClick={copy}
            >
              {copied ? t('common.copied') : t('trial.copy')}
            </Button>
          )}
        </Copying>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => saveFile({ name: `signet-answer.${extension}`, content: new Blob([response]) })}
        >
          {t('trial.download')}
        </Button>
      </div>
    </div>
  );
}
