/** Where a certificate is renewed whose key is in a file: the file is opened in this page, and goes nowhere else. */
import type { Reason } from '@signet/contract/problem';
import { useEffect, useRef } from 'react';
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
import { PasswordField } from '../../ui/PasswordField.tsx';

type Values = { file: File | null; passphrase: string };
/** No file of ours comes near. */
const MOST = 1_000_000;

type Props = Pick<Opened, 'enrollment'> & {
  /** The platform has not accepted the key that was chosen before. */
  isRefused: boolean;
  onDone: (sign: Sign) => void;
};

export function OldKeyStep({ enrollment, isRefused, onDone }: Props) {
  const t = useText();
  const time = useDateTimeFormat();
  const shell = useFormShell<Values>({
    fields: {
      file: { label: 'enrollment.oldFile', secret: true },
      passphrase: { label: 'enrollment.oldPassphrase', secret: true },
    },
    initial: { file: null, passphrase: '' },
    check({ file }) {
      const none: Reason = { status: isRefused ? 'PROOF_NOT_ACCEPTED' : 'REQUIRED' };
      return { file: file === null ? none : file.size > MOST ? { status: 'NO_KEY_IN_FILE' } : null };
    },
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
  // Whoever is led back here reads why at once.
  const { recheck } = shell;
  const isBack = useRef(isRefused);
  useEffect(() => {
    if (isBack.current) recheck('file');
    isBack.current = false;
  }, [recheck]);
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
          <PasswordField {...shell.field('passphrase')} size="md" autoComplete="off" />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}
