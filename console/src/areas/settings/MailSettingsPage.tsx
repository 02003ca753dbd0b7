/** The mail server, and a test message by which one sees what it says. */
import { Button, TextInput } from '@mantine/core';
import { whyNotEmail } from '@signet/contract/rules';
import { useState, type FormEvent } from 'react';
import { change } from '../../api/change.ts';
import type { CallResponse } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { DetailSection } from '../../shell/detail/DetailPage.tsx';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { AtOnce } from '../../ui/AtOnce.tsx';
import { Banner } from '../../ui/Banner.tsx';
import css from './platform-settings.module.css';
import { SettingGroupPage } from './SettingGroupPage.tsx';

export default function MailSettingsPage() {
  return <SettingGroupPage group="mail" below={<TestMessage />} />;
}

type Outcome = CallResponse<'POST /account/ui-api/v1/platform-setting/mail/test'>;

function TestMessage() {
  const t = useText();
  const { busy, run } = useAct();
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const reason = whyNotEmail(to.trim());
  function send(event: FormEvent): void {
    event.preventDefault();
    setAsked(true);
    setOutcome(null);
    if (reason) return;
    void run(async () =>
      setOutcome(await change('POST /account/ui-api/v1/platform-setting/mail/test', { body: { to: to.trim() } })),
    );
  }
  return (
    <DetailSection title={t('settings.test.title')}>
      <form className={`card ${css.test}`} noValidate onSubmit={send}>
        <p className="sm t2">{t('settings.test.lead')}</p>
        <TextInput
          label={t('settings.test.to')}
          type="email"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={
            asked && reason ? (
              <AtOnce>
                <ReasonText reason={reason} />
              </AtOnce>
            ) : null
          }
        />
        <Button type="submit" loading={busy}>
          {t('settings.test.send')}
        </Button>
        <div role="status">
          {outcome && (
            <Banner tone={outcome.accepted ? 'ok' : 'bad'}>
              <b>{t(outcome.accepted ? 'settings.test.accepted' : 'settings.test.refused')}</b>
              <p className="sm t2">{t('settings.test.answer')}</p>
              <code className={`mono ${css.answer}`}>{outcome.answer}</code>
            </Banner>
          )}
        </div>
      </form>
    </DetailSection>
  );
}
