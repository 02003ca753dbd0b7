/** Asks for the link to choose a new password. Says the same whether or not the user exists. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearch } from '@tanstack/react-router';
import { whyNotUserName } from '@signet/contract/rules';
import { callPublic } from '../../api/call.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ToSignIn } from '../../shell/public/ToSignIn.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';

export default function ForgotPasswordPage() {
  const t = useText();
  const locale = useLocale();
  const { userName = '' }: { userName?: string } = useSearch({ strict: false });
  const [isSent, setIsSent] = useState(false);
  const shell = useFormShell({
    fields: { user_name: { label: 'login.userName' } },
    initial: { user_name: userName },
    check: (values) => ({ user_name: whyNotUserName(values.user_name.trim()) }),
    submit: async (values) => {
      const user_name = values.user_name.trim();
      await callPublic('POST /account/ui-api/v1/auth/forgot-password', { body: { user_name, locale } });
      setIsSent(true);
    },
  });
  if (isSent) {
    return (
      <PublicPage title={t('forgot.sentTitle')} intro={t('forgot.sent')}>
        <ToSignIn />
      </PublicPage>
    );
  }
  return (
    <PublicPage title={t('forgot.title')} intro={t('forgot.intro')}>
      <PublicForm shell={shell} submit={t('forgot.send')}>
        <PublicFields>
          <TextInput
            {...shell.field('user_name')}
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
