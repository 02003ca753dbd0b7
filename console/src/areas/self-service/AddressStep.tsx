/** First step: the address that a passcode goes to. Whether somebody has a user with it is not said here. */
import { TextInput } from '@mantine/core';
import { whyNotSelfServiceEmail } from '@signet/contract/areas/self-service-rules';
import { callPublic } from '../../api/call.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { orRefused, type LinkInfo, type OwnRequest, type Step } from './own-request.ts';
import { ProviderWay } from './ProviderWay.tsx';
import { useSelfServiceSteps } from './steps.ts';

/** `request`: the one that was begun and now gets another address; null where this step begins one. */
type Props = Step & { link: string; info: LinkInfo; request: OwnRequest | null };

export function AddressStep({ link, info, request, onRequest, onRefused }: Props) {
  const t = useText();
  const locale = useLocale();
  const shell = useFormShell({
    fields: { email: { label: 'person.email' } },
    initial: { email: request?.email ?? '' },
    check: ({ email }) => ({ email: whyNotSelfServiceEmail(email.trim(), info.domains) }),
    submit: ({ email }) =>
      orRefused(async () => {
        const body = { email: email.trim(), locale };
        if (request) {
          const { id, state } = request;
          const { data } = await callPublic('PUT /account/ui-api/v1/self-service-user/{id}', {
            params: { id },
            query: { state },
            body,
          });
          return onRequest({ ...data, state });
        }
        const { data } = await callPublic('POST /account/ui-api/v1/self-service-request', {
          query: { state: link },
          body,
        });
        onRequest(data);
      }, onRefused),
  });
  return (
    <PublicPage
      title={t('selfService.titleAt', { account: info.account_name })}
      intro={t('selfService.intro')}
      steps={useSelfServiceSteps()}
      step={1}
    >
      <PublicForm shell={shell} submit={t('selfService.send')}>
        <PublicFields>
          <TextInput
            {...shell.field('email', t('selfService.emailHelp', { domains: info.domains.join(', ') }))}
            size="md"
            type="email"
            autoComplete="email"
            spellCheck={false}
          />
        </PublicFields>
      </PublicForm>
      {info.ways.idp_url !== null && <ProviderWay link={link} info={info} />}
    </PublicPage>
  );
}
