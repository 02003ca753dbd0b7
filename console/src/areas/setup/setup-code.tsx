/** The setup code as the steps of the setup send it, and the field that asks for it where the address had none. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { asFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { forgetSetupCode, keepSetupCode, storedSetupCode } from '../../session/setup-code.ts';
import type { FieldProps } from '../../shell/form/form-shell.ts';

type Headers = { 'x-setup-code': string };

export type SetupCode = {
  /** What the field begins with: the code of the address. */
  initial: string;
  /** True where the person has to say it: no code, or one that was refused. */
  asked: boolean;
  /** Makes the call with the code, and keeps it for the next step. */
  send: (code: string, call: (headers: Headers) => Promise<unknown>) => Promise<void>;
};

export function useSetupCode(): SetupCode {
  const [initial] = useState(storedSetupCode);
  const [asked, setAsked] = useState(initial === '');
  return {
    initial,
    asked,
    async send(code, call) {
      try {
        await call({ 'x-setup-code': code.trim() });
        keepSetupCode(code.trim());
      } catch (thrown) {
        if (asFailure(thrown).status === 'SETUP_CODE_WRONG') {
          forgetSetupCode();
          setAsked(true);
        }
        throw thrown;
      }
    },
  };
}

export function SetupCodeField({ code, field }: { code: SetupCode; field: FieldProps }) {
  const t = useText();
  if (!code.asked) return null;
  const help = field.error ? null : t('setup.code.help');
  return (
    <TextInput {...field} description={help} size="md" autoComplete="off" autoCapitalize="none" spellCheck={false} />
  );
}
