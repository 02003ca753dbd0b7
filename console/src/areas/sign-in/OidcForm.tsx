/** The fields of an OpenID Connect provider. */
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import type { OidcSettings } from '@signet/contract/areas/account-oidc';
import type { Account } from '@signet/contract/areas/accounts';
import { whyNotIssuer } from '@signet/contract/areas/oidc-config-record';
import { methodStatesOf, whyNotSwitchOffMethod } from '@signet/contract/areas/sign-in-method-rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callToAsk } from '../../api/call.ts';
import { change } from '../../api/change.ts';
import { questionOf } from '../../api/query.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { ReasonMessage } from '../../shell/form/ReasonText.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import type { EditSource } from '../../shell/record/use-edit.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { useAccountOfAddress } from './account-of-address.ts';
import { useCertificateAddress } from './certificate-address.ts';
import { DeleteProvider } from './DeleteProvider.tsx';
import { bodyOf, checkOidc, type OidcValues } from './oidc-form.ts';
import { ProviderTrial } from './ProviderTrial.tsx';
import { SetupLinks } from './SetupLinks.tsx';
import { SignInEffects } from './SignInEffects.tsx';
import { useSignInEffects } from './sign-in-effects.ts';

/** In line with the label above it. */

type Props = { account: Account; settings: OidcSettings; form: EditSource<OidcSettings, OidcValues> };

export function OidcForm({ account, settings: { config, redirect_uri }, form }: Props) {
  const t = useText();
  const { back } = useAccountOfAddress();
  const states = methodStatesOf(account);
  const hasAddress = useCertificateAddress();
  const last = states.oidc ? whyNotSwitchOffMethod(states, 'oidc', hasAddress) : null;
  const effects = useSignInEffects(account.id, 'oidc', false);
  const check = checkOidc(config);
  const shell = useFormShell<OidcValues>({
    fields: {
      issuer: { label: 'oidc.issuer' },
      client_id: { label: 'oidc.clientId' },
      client_secret: { label: 'oidc.clientSecret', secret: true, optional: config !== null },
      scopes: { label: 'oidc.scopes' },
      user_claim: { label: 'oidc.userClaim' },
      enabled: { label: 'accounts.oidcSignInBody' },
      confirmed: { label: 'signInEffects.confirm' },
    },
    check: (values) => ({
      ...check(values),
      enabled: values.enabled === 'off' ? last : null,
      confirmed: goesOff(values) && effects.data?.yourself && !values.confirmed ? { status: 'REQUIRED_CHOICE' } : null,
    }),
    ...form,
  });
  const goesOff = ({ enabled }: OidcValues): boolean =>
    enabled === 'off' && form.initial.enabled === 'on' && states.oidc;
  const foot = useFormFoot(form, shell);
  const { issuer, client_secret } = shell.values;
  const begin = () => {
    const { enabled: _enabled, ...body } = bodyOf(shell.values);
    return callToAsk('POST /account/ui-api/v1/account/{id}/sign-in-trial/oidc', {
      params: { id: account.id },
      body: client_secret === '' ? body : { ...body, client_secret },
    });
  };
  return (
    <FormPage
      title={t('oidc.edit')}
      shell={shell}
      {...foot}
      whyNot={goesOff(shell.values) && effects.waits ? t('signInEffects.wait') : foot.whyNot}
      displayValue={(field, value) =>
        field === 'enabled' ? t(value === 'on' ? 'accounts.on' : 'accounts.off') : String(value)
      }
    >
      <FormGroup title={t('oidc.provider')}>
        <TextInput {...shell.field('issuer', t('oidc.issuerHelp'))} autoComplete="off" spellCheck={false} />
        <ProviderCheck accountId={account.id} issuer={issuer} />
      </FormGroup>
      <FormGroup title={t('oidc.client')}>
        <div>
          <b className="sm">{t('oidc.redirectUri')}</b>
          <CopyValue value={redirect_uri} name={t('oidc.redirectUri')} />
          <p className="sm t2">{t('oidc.redirectUriHelp')}</p>
        </div>
        <TextInput {...shell.field('client_id')} autoComplete="off" spellCheck={false} />
        <PasswordField
          {...shell.field('client_secret', t(config ? 'oidc.clientSecretKept' : 'oidc.clientSecretHelp'))}
          autoComplete="off"
        />
        <TextInput {...shell.field('scopes', t('oidc.scopesHelp'))} autoComplete="off" spellCheck={false} />
        <TextInput {...shell.field('user_claim', t('oidc.userClaimHelp'))} autoComplete="off" spellCheck={false} />
      </FormGroup>
      <ProviderTrial
        accountId={account.id}
        method="oidc"
        begin={Object.values(check(shell.values)).some((reason) => reason !== null) ? null : begin}
      />
      <SetupLinks accountId={account.id} method="oidc" on={states.oidc} configured={config !== null} />
      <FormGroup title={t('oidc.enabled')}>
        <Radio.Group {...shell.field('enabled')} description={last ? <ReasonMessage reason={last} /> : null}>
          <ExplainedRadios
            choices={[
              { value: 'on', label: t('accounts.on'), explanation: t('oidc.enabledOn') },
              { value: 'off', label: t('accounts.off'), explanation: t('oidc.enabledOff'), disabled: last !== null },
            ]}
          />
        </Radio.Group>
        {goesOff(shell.values) && <SignInEffects effects={effects} />}
        {goesOff(shell.values) && effects.data?.yourself && <Checkbox {...shell.checkbox('confirmed')} />}
        {config && (
          <DeleteProvider
            name={config.issuer}
            act="oidc.delete"
            body="oidc.deleteBody"
            remove={() => change('DELETE /account/ui-api/v1/account/{id}/oidc-config', { params: { id: account.id } })}
            back={back}
            last={last}
            effects={states.oidc ? effects : null}
          />
        )}
      </FormGroup>
    </FormPage>
  );
}

/** Asks the provider what it says of itself, before anything is saved. */
function ProviderCheck({ accountId, issuer }: { accountId: string; issuer: string }) {
  const t = useText();
  const [asked, setAsked] = useState('');
  const query = useQuery({
    ...questionOf('POST /account/ui-api/v1/account/{id}/oidc-config/check', {
      params: { id: accountId },
      body: { issuer: asked },
    }),
    enabled: asked !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const entered = issuer.trim();
  const ask = (): void => {
    if (asked === entered) void query.refetch();
    else setAsked(entered);
  };
  const { data, error, isFetching } = query;
  const shown = asked === entered && asked !== '' && !isFetching;
  return (
    <>
      <div>
        <Button variant="default" loading={isFetching} disabled={whyNotIssuer(issuer) !== null} onClick={ask}>
          {t('oidc.check')}
        </Button>
        {whyNotIssuer(issuer) !== null && <p className="sm t2">{t('oidc.checkFirst')}</p>}
      </div>
      {shown && error && <Banner tone="bad">{problemText(error.fields['issuer'] ?? error)}</Banner>}
      {shown && !error && data && (
        <Banner tone="ok">
          {t('oidc.checked')} <span className="mono">{data.authorization_endpoint}</span>
        </Banner>
      )}
    </>
  );
}
