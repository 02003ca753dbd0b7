/**
 * Where the link of `npm run recover` leads: an administrator of the platform comes in, and may set a password and give
 * up lost second factors on the way.
 */
import { Checkbox } from '@mantine/core';
import { whyNotPassword, whyNotRepeatedPassword } from '@signet/contract/rules';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { beginCallback } from '../../session/begun-sign-in.ts';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { NewPasswordFields } from '../../shell/form/NewPasswordFields.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { LinkUsedUp } from './LinkUsedUp.tsx';
import { useLink } from './use-link.ts';

type Values = { password: string; repeatedPassword: string; second_factor_lost: boolean };

export default function RecoverPage() {
  const t = useText();
  const go = useGo();
  const [userId = '', code = ''] = useOwnAddress().hash.split('/');
  const [usedUp, setUsedUp] = useState(false);
  const link = useLink('recovery', userId, code);
  const shell = useFormShell<Values>({
    fields: {
      password: { label: 'password.next', optional: true, secret: true },
      repeatedPassword: { label: 'password.repeat', optional: true, secret: true },
      second_factor_lost: { label: 'recover.lost' },
    },
    initial: { password: '', repeatedPassword: '', second_factor_lost: false },
    check: ({ password, repeatedPassword }) => {
      const keeps = password === '' && repeatedPassword === '';
      return {
        password: keeps ? null : whyNotPassword(password),
        repeatedPassword: keeps ? null : whyNotRepeatedPassword(repeatedPassword, password),
      };
    },
    submit: async ({ password, repeatedPassword, second_factor_lost }) => {
      const chosen = password === '' ? {} : { password, repeatedPassword };
      try {
        const { data } = await callPublic('POST /account/ui-api/v1/auth/recover', {
          body: { user_id: userId, code, second_factor_lost, ...chosen },
        });
        go(`${beginCallback(data.return_url)}&${new URLSearchParams({ returnPath: paths.settings() }).toString()}`);
      } catch (thrown) {
        if (thrown instanceof Failure && (thrown.status === 'CODE_INVALID' || thrown.fields?.['user_id']))
          return setUsedUp(true);
        throw thrown;
      }
    },
  });
  if (link === 'checking') return <PageBusy />;
  if (usedUp || link === 'used') return <LinkUsedUp />;
  return (
    <PublicPage title={t('recover.title')} intro={t('recover.intro')}>
      <PublicForm shell={shell} submit={t('recover.signIn')}>
        <PublicFields>
          <NewPasswordFields field={shell.field} help={t('recover.passwordHelp')} size="md" />
          <Checkbox {...shell.checkbox('second_factor_lost', t('recover.lostHelp'))} />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
