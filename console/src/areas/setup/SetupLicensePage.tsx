/** First step of a fresh platform: the license text. The text stays in the field whatever the answer (S-014, S-015). */
import { Textarea } from '@mantine/core';
import { whyNotLicenseText } from '@signet/contract/rules';
import { callPublic } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { SetupCodeField, useSetupCode } from './setup-code.tsx';
import { useSetupStep, useSetupSteps } from './steps.ts';

export default function SetupLicensePage() {
  const t = useText();
  const step = useSetupStep();
  const code = useSetupCode();
  const shell = useFormShell({
    fields: { code: { label: 'setup.code' }, body: { label: 'setup.license.text' } },
    initial: { code: code.initial, body: '' },
    check: (values) => ({
      code: values.code.trim() === '' ? { status: 'REQUIRED' } : null,
      body: whyNotLicenseText(values.body.trim()),
    }),
    serverFields: { 'x-setup-code': 'code' },
    submit: (values) =>
      step(
        () =>
          code.send(values.code, (headers) =>
            callPublic('POST /account/ui-api/v1/setup/license', { headers, body: { body: values.body.trim() } }),
          ),
        paths.setupUser(),
      ),
  });
  return (
    <PublicPage title={t('setup.license.title')} intro={t('setup.license.intro')} steps={useSetupSteps()} step={1}>
      <PublicForm shell={shell} submit={t('setup.license.continue')}>
        <PublicFields>
          <SetupCodeField code={code} field={shell.field('code')} />
          <Textarea
            {...shell.field('body', t('setup.license.help'))}
            size="md"
            rows={9}
            spellCheck={false}
            autoComplete="off"
            styles={{
              input: {
                fontFamily: 'var(--sg-mono)',
                fontSize: '0.8125rem',
                lineHeight: 1.5,
                height: 'auto',
                overflowWrap: 'anywhere',
              },
            }}
          />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
