/** An OpenID Connect provider as somebody enters it by a set-up link. */
import { TextInput } from '@mantine/core';
import { callPublic } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields } from '../../shell/public/PublicPage.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { bodyOf, checkOidc, valuesOf, type OidcValues } from './oidc-form.ts';
import type { SaveBy } from './SamlSetup.tsx';

type Values = Omit<OidcValues, 'enabled' | 'confirmed'>;
const UNSAID = { enabled: 'off', confirmed: false } as const;

export function OidcSetup({ redirectUri, save }: { redirectUri: string; save: SaveBy }) {
  const t = useText();
  const {
    enabled: _off,
    confirmed: _said,
    ...initial
  } = valuesOf({
    config: null,
    enabled: false,
    redirect_uri: redirectUri,
  });
  const shell = useFormShell<Values>({
    fields: {
      issuer: { label: 'oidc.issuer' },
      client_id: { label: 'oidc.clientId' },
      client_secret: { label: 'oidc.clientSecret', secret: true },
      scopes: { label: 'oidc.scopes' },
      user_claim: { label: 'oidc.userClaim' },
    },
    initial,
    check: (values) => checkOidc(null)({ ...values, ...UNSAID }),
    submit: (values) => {
      const { enabled: _enabled, ...body } = bodyOf({ ...values, ...UNSAID });
      return save((link) =>
        callPublic('POST /account/ui-api/v1/auth/sign-in-setup/oidc', {
          body: { ...link, ...body, client_secret: values.client_secret },
        }),
      );
    },
  });
  const plain = { size: 'md', autoComplete: 'off', spellCheck: false } as const;
  return (
    <PublicForm shell={shell} submit={t('signInSetup.save')}>
      <PublicFields>
        <div>
          <div>
            <b className="sm">{t('oidc.redirectUri')}</b>
          </div>
          <CopyValue value={redirectUri} name={t('oidc.redirectUri')} />
          <p className="sm t2">{t('oidc.redirectUriHelp')}</p>
        </div>
        <TextInput {...shell.field('issuer', t('oidc.issuerHelp'))} {...plain} />
        <TextInput {...shell.field('client_id')} {...plain} />
        <PasswordField {...shell.field('client_secret', t('oidc.clientSecretHelp'))} size="md" autoComplete="off" />
        <TextInput {...shell.field('scopes', t('oidc.scopesHelp'))} {...plain} />
        <TextInput {...shell.field('user_claim', t('oidc.userClaimHelp'))} {...plain} />
      </PublicFields>
    </PublicForm>
  );
}
