/** Where a certificate is renewed whose key is in a file: the file is opened in this page, and goes nowhere else. */
import { PasswordInput } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { FileField } from '../../shell/form/FileField.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { Failure } from '../../api/failure.ts';
import type { Opened } from './opened.ts';
import type { Sign } from './proof.ts';
import { useSteps } from './steps.ts';

type Values = { file: File | null; passphrase: string };
/** No file of ours comes near. */
const MOST = 1_000_000;

export function OldKeyStep({ enrollment, onDone }: Pick<Opened, 'enrollment'> & { onDone: (sign: Sign) => void }) {
  const t = useText();
  const time = useDateTimeFormat();
  const shell = useFormShell<Values>({
    fields: {
      file: { label: 'enrollment.oldFile', secret: true },
      passphrase: { label: 'enrollment.oldPassphrase', secret: true },
    },
    initial: { file: null, passphrase: '' },
    check: ({ file }) => ({
      file: file === null ? { status: 'REQUIRED' } : file.size > MOST ? { status: 'NO_KEY_IN_FILE' } : null,
    }),
    async submit({ file, passphrase }) {
      const octets = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer());
      const [{ signerIn }, { NoKeyInFile }] = await Promise.all([
        import('../../pkcs/old-key.ts'),
        import('../../pkcs/read-pkcs12.ts'),
      ]);
      const sign = await signerIn(octets, passphrase).catch((error: unknown) => {
        if (!(error instanceof NoKeyInFile)) throw error;
        const [field, status] =
          error.why === 'form' ? (['file', 'NO_KEY_IN_FILE'] as const) : (['passphrase', 'WRONG_PASSPHRASE'] as const);
        throw new Failure('INVALID_INPUT', '', { fields: { [field]: { status, message: '' } } });
      });
      onDone(sign);
    },
  });
  const { account_name: account, renews } = enrollment;
  return (
    <PublicPage
      {...useSteps(enrollment)('proof')}
      title={t('enrollment.oldKeyTitle')}
      intro={t('enrollment.oldKeyIntro', { account, time: time(renews?.valid_to ?? '') })}
    >
      <PublicForm shell={shell} submit={t('enrollment.continue')}>
        <PublicFields>
          <FileField {...shell.field('file', t('enrollment.oldFileHelp'))} size="md" accept=".p12,.pfx" />
          <PasswordInput
            {...shell.field('passphrase')}
            size="md"
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
          />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
