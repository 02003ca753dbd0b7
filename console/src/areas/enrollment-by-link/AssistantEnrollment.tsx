/** The variants whose key the trust assistant keeps, in its software key store or in a hardware token (S-097). */
import { useState, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { AssistantGate } from '../../shell/assistant/AssistantGate.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import type { Opened } from './opened.ts';
import { firstValues, type FormValues } from './form-values.ts';
import { InvitationStep } from './InvitationStep.tsx';
import { keptOf } from './kept.ts';
import { KeyStoreStep } from './KeyStoreStep.tsx';
import { useSteps } from './steps.ts';
import { useDelay } from './use-delay.ts';

/** Between the platform's answer and the first thing that is asked of the assistant, in milliseconds (S-162). */
const BEFORE_KEY_STORE = 500;

export default function AssistantEnrollment(opened: Opened) {
  const { enrollment, answeredAt } = opened;
  const [values, setValues] = useState<FormValues | null>(null);
  if (!values)
    return (
      <InvitationStep {...opened} initial={firstValues(enrollment, keptOf(enrollment.id).values)} onDone={setValues} />
    );
  return <AtKeyStore {...opened} values={values} answeredAt={answeredAt} />;
}

function AtKeyStore({ values, ...opened }: Opened & { values: FormValues }) {
  const t = useText();
  const { keystore_location: location, account_name: account } = opened.enrollment;
  const place = location === 'hardware_token' ? 'hardware_token' : 'software';
  const stepsOf = useSteps(opened.enrollment);
  const isDue = useDelay(opened.answeredAt + BEFORE_KEY_STORE);
  if (!isDue) return <PageBusy />;
  const frame = (screen: ReactNode) => (
    <PublicPage
      {...stepsOf('assistant')}
      title={t('enrollment.assistantTitle')}
      intro={t(`enrollment.assistantIntro.${place}`, { account })}
    >
      <PublicFields>{screen}</PublicFields>
    </PublicPage>
  );
  return (
    <AssistantGate location={place} frame={frame}>
      <KeyStoreStep {...opened} values={values} />
    </AssistantGate>
  );
}
