/** Where the link of a forgotten password leads: a new one, twice. */
import { useParams } from '@tanstack/react-router';
import { whyNotPassword, whyNotRepeatedPassword } from '@signet/contract/rules';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useGo } from '../../shell/routing/go.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { NewPasswordFields } from '../../shell/form/NewPasswordFields.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { NoPasswordHere } from './NoPasswordHere.tsx';
import { LinkUsedUp } from './LinkUsedUp.tsx';
import { useLink } from './use-link.ts';

export default function ResetPasswordPage() {
  const t = useText();
  const go = useGo();
  const { userId = '', code = '' }: { userId?: string; code?: string } = useParams({ strict: false });
  const [usedUp, setUsedUp] = useState(false);
  const link = useLink('reset', userId, code);
  const shell = useFormShell({
    fields: {
      password: { label: 'password.next', secret: true },
      repeatedPassword: { label: 'password.repeat', secret: true },
    },
    initial: { password: '', repeatedPassword: '' },
    check: (values) => ({
      password: whyNotPassword(values.password),
      repeatedPassword: whyNotRepeatedPassword(values.repeatedPassword, values.password),
    }),
    submit: async (values) => {
      try {
        await callPublic('POST /account/ui-api/v1/auth/reset-password', { body: { user_id: userId, code, ...values } });
      } catch (thrown) {
        if (thrown instanceof Failure && (thrown.status === 'CODE_INVALID' || thrown.fields?.['user_id']))
          return setUsedUp(true);
        throw thrown;
      }
      notify({ type: 'success', message: 'reset.done', translateMessage: true });
      go(paths.login());
    },
  });
  if (link === 'checking') return <PageBusy />;
  if (link === 'elsewhere') return <NoPasswordHere />;
  if (usedUp || link === 'used') return <LinkUsedUp on={{ to: paths.forgotPassword(), act: t('forgot.again') }} />;
  return (
    <PublicPage title={t('reset.title')} intro={t('reset.intro')}>
      <PublicForm shell={shell} submit={t('reset.save')}>
        <PublicFields>
          <NewPasswordFields field={shell.field} size="md" />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
