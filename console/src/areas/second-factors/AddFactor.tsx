/** Adds an authenticator app, or a security key or passkey. */
import { Button, TextInput } from '@mantine/core';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { LIMITS } from '@signet/contract/limits';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { change } from '../../api/change.ts';
import type { CallResponse } from '../../api/call.ts';
import { asFailure, Failure, type FailureFields } from '../../api/failure.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { useAct } from '../../shell/record/use-act.ts';
import { AppSecret } from '../../shell/second-factor/AppSecret.tsx';
import css from '../../shell/second-factor/second-factor.module.css';
import { AtOnce } from '../../ui/AtOnce.tsx';

const plus = <IconPlus size={16} stroke={1.75} aria-hidden />;

type Props = { onCodes: (codes: readonly string[]) => void };

export function AddFactor({ onCodes }: Props) {
  const t = useText();
  const [adding, setAdding] = useState<'key' | null>(null);
  const [secret, setSecret] = useState<CallResponse<'POST /account/ui-api/v1/second-factor/app'> | null>(null);
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<FailureFields>({});
  const codeField = useRef<HTMLInputElement>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const { busy, run } = useAct();
  const notRefused = (field: string) => setRefused(({ [field]: _, ...others }) => others);
  const said = (field: string) => {
    const reason = refused[field];
    return (
      reason && (
        <AtOnce>
          <ReasonText reason={reason} />
        </AtOnce>
      )
    );
  };

  const begin = () =>
    run(async () => {
      setSecret(await change('POST /account/ui-api/v1/second-factor/app'));
      setName(t('secondFactor.appName'));
      setCode('');
      setRefused({});
    });
  const confirmApp = () =>
    run(async () => {
      const body = { code, name: name.trim() };
      try {
        const answer = await change('POST /account/ui-api/v1/second-factor/app/confirm', { body });
        setSecret(null);
        onCodes(answer.recovery_codes);
        notify({ type: 'success', message: 'security.appAdded', translateMessage: true });
      } catch (thrown) {
        const { fields } = asFailure(thrown);
        const field = fields['code'] ? codeField : fields['name'] ? nameInput : null;
        if (!field) throw thrown;
        showProblem(thrown, { fields: ['code', 'name'], showField: () => setRefused(fields) });
        field.current?.focus();
      }
    });
  const addKey = () =>
    run(async () => {
      const optionsJSON = await change('POST /account/ui-api/v1/second-factor/key/options');
      const answer = await startRegistration({ optionsJSON }).catch(() => {
        throw new Failure('SECURITY_KEY_REFUSED', '');
      });
      const added = await change('POST /account/ui-api/v1/second-factor/key', { body: { name: name.trim(), answer } });
      setAdding(null);
      onCodes(added.recovery_codes);
    }, 'security.keyAdded');
  const required = t('notifications.exceptions.REQUIRED');
  const nameField = (
    <TextInput
      label={t('secondFactor.name')}
      value={name}
      maxLength={LIMITS.factorNameMax}
      ref={nameInput}
      error={said('name')}
      onChange={(event) => {
        setName(event.currentTarget.value);
        notRefused('name');
      }}
    />
  );
  return (
    <>
      <Button leftSection={plus} loading={busy && secret === null && adding === null} onClick={() => void begin()}>
        {t('security.addApp')}
      </Button>
      {browserSupportsWebAuthn() && (
        <Button
          variant="filled"
          leftSection={plus}
          onClick={() => {
            setName(t('security.keyName'));
            setRefused({});
            setAdding('key');
          }}
        >
          {t('security.addKey')}
        </Button>
      )}
      <ConfirmDialog
        opened={secret !== null}
        title={t('security.addApp')}
        act={t('secondFactor.confirm')}
        whyNotYet={code.trim() === '' || name.trim() === '' ? required : null}
        busy={busy}
        onConfirm={() => void confirmApp()}
        onClose={() => setSecret(null)}
      >
        {secret && (
          <div className={css.question}>
            <span>{t('secondFactor.setUpIntro')}</span>
            <AppSecret {...secret} />
            <TextInput
              label={t('secondFactor.code')}
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={64}
              ref={codeField}
              error={said('code')}
              onChange={(event) => {
                setCode(event.currentTarget.value);
                notRefused('code');
              }}
            />
            {nameField}
          </div>
        )}
      </ConfirmDialog>
      <ConfirmDialog
        opened={adding === 'key'}
        title={t('security.addKey')}
        act={t('security.addKeyAct')}
        whyNotYet={name.trim() === '' ? required : null}
        busy={busy}
        onConfirm={() => void addKey()}
        onClose={() => setAdding(null)}
      >
        <div className={css.question}>
          <span>{t('security.addKeyBody')}</span>
          {nameField}
        </div>
      </ConfirmDialog>
    </>
  );
}
