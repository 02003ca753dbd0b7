/** Where the link of a locked person leads: lifts the lock of too many wrong passwords, on a click. */
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicPage } from '../../shell/public/PublicPage.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { LinkUsedUp } from './LinkUsedUp.tsx';
import { useLink } from './use-link.ts';

export default function UnlockPage() {
  const t = useText();
  const go = useGo();
  const { userId = '', code = '' }: { userId?: string; code?: string } = useParams({ strict: false });
  const [usedUp, setUsedUp] = useState(false);
  const link = useLink('unlock', userId, code);
  const shell = useFormShell({
    fields: {},
    initial: {},
    check: () => ({}),
    submit: async () => {
      try {
        await callPublic('POST /account/ui-api/v1/auth/unlock', { body: { user_id: userId, code } });
      } catch (thrown) {
        if (thrown instanceof Failure && (thrown.status === 'CODE_INVALID' || thrown.fields?.['user_id']))
          return setUsedUp(true);
        throw thrown;
      }
      notify({ type: 'success', message: 'unlock.done', translateMessage: true });
      go(paths.login());
    },
  });
  if (link === 'checking') return <PageBusy />;
  if (usedUp || link === 'used') return <LinkUsedUp />;
  return (
    <PublicPage title={t('unlock.title')} intro={t('unlock.intro')}>
      <PublicForm shell={shell} submit={t('unlock.act')}>
        {null}
      </PublicForm>
    </PublicPage>
  );
}
