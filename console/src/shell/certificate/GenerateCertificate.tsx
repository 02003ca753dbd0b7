/**
 * Generates a certificate whose key this browser makes: the private key never leaves it but in the file that is handed
 * over. Each page brings its own call.
 */
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { KEY_TYPES, type KeyType } from '@signet/contract/key-types';
import { LIMITS } from '@signet/contract/limits';
import { whyNotPin, whyNotRepeatedPin } from '@signet/contract/rules';
import { useRef, type ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import type { Issued } from '../../pkcs/hand-over.ts';
import type { Pkcs12Form } from '../../pkcs/pkcs12.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { FormSummary } from '../form/FormSummary.tsx';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { useFormShell } from '../form/use-form-shell.tsx';
import { useFirstFocus } from '../keyboard/first-focus.ts';
import { useSubmitKey } from '../keyboard/submit-key.ts';
import { HandOver } from './HandOver.tsx';
import { LEAVE_THE_KEY } from './leave-words.ts';
import { useGeneration } from './use-generation.ts';
// Public pages show it as well.
import '../../ui/theme/mantine-secured.ts';
import css from './generate.module.css';

export type GenerateProps = {
  /** In whose name; at most 64 characters (RFC 5280, A.1: ub-common-name). */
  commonName: string;
  /** Those that the profile takes, the one that is offered first in front. */
  keyTypes?: readonly KeyType[];
  /** Has the request certified, PEM; answers the certificate and its chain from the issuer upwards, PEM. */
  submit: (csr: string) => Promise<Issued>;
  /** What is left to do once the file is made, before it is handed over. */
  confirm?: () => Promise<void>;
  onCancel?: () => void;
  /** A field of the page's own, which its call sends along. */
  ask?: ReactNode;
  /** What stands beside the download: where to go on. */
  next?: ReactNode;
  /** What the page says of the certificate, below its file. */
  about?: (issued: Issued) => ReactNode;
};

type Values = { key_type: KeyType; passphrase: string; repeated_passphrase: string; form: Pkcs12Form };

export function GenerateCertificate({ next, about, ...props }: GenerateProps) {
  const t = useText();
  const generation = useGeneration(props.submit, props.confirm);
  const { done } = generation;
  // Browsers have WebCrypto on pages that came by https, or from this machine.
  if (globalThis.crypto?.subtle === undefined) return <Banner tone="bad">{t('certificates.generate.insecure')}</Banner>;
  if (done)
    return (
      <>
        <HandOver file={done.file} name={props.commonName} next={next} />
        {about?.(done.issued)}
      </>
    );
  return (
    <>
      <GenerateForm {...props} generation={generation} />
      <LeaveGuard holds={generation.step !== null || generation.kept !== null} words={LEAVE_THE_KEY} />
    </>
  );
}

type FormProps = Omit<GenerateProps, 'next' | 'about' | 'submit' | 'confirm'> & {
  generation: ReturnType<typeof useGeneration>;
};

function GenerateForm({ commonName, keyTypes = KEY_TYPES, onCancel, ask, generation }: FormProps) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  useFirstFocus(form);
  useSubmitKey(form);
  const shell = useFormShell<Values>({
    fields: {
      key_type: { label: 'certificates.generate.keyType' },
      passphrase: { label: 'certificates.generate.passphrase', secret: true },
      repeated_passphrase: { label: 'certificates.generate.repeatedPassphrase', secret: true },
      form: { label: 'certificates.generate.form' },
    },
    initial: { key_type: keyTypes[0] ?? 'rsa_2048', passphrase: '', repeated_passphrase: '', form: 'modern' },
    check: (values) => ({
      passphrase: whyNotPin(values.passphrase),
      repeated_passphrase: whyNotRepeatedPin(values.repeated_passphrase, values.passphrase),
    }),
    // What is wrong with the request is wrong with its key.
    serverFields: { csr: 'key_type' },
    submit: (values) =>
      generation.run({ keyType: values.key_type, commonName, passphrase: values.passphrase, form: values.form }),
  });
  const { step, kept, isIssued } = generation;
  return (
    <form ref={form} className={css.form} noValidate onSubmit={shell.onSubmit}>
      <div className={css.before}>
        <FormSummary shell={shell} />
        {step === null && kept !== null && <Banner tone="info">{t('certificates.generate.kept')}</Banner>}
      </div>
      <FormGroup title={t('certificates.generate.group')} lead={t('certificates.generate.lead')}>
        <TextInput label={t('certificates.part.commonName')} value={commonName} readOnly />
        {ask}
        {keyTypes.length > 1 && (
          <NativeSelect
            {...shell.field('key_type', isIssued ? t('certificates.generate.keyIssued') : undefined)}
            disabled={isIssued}
            data={keyTypes.map((type) => ({ value: type, label: t(`certificates.keyType.${type}`) }))}
          />
        )}
      </FormGroup>
      <FormGroup title={t('certificates.generate.fileGroup')}>
        <PasswordField
          {...shell.field('passphrase', t('certificates.generate.passphraseHelp', { min: LIMITS.pinMin }))}

          autoComplete="new-password"
        />
        <PasswordField {...shell.field('repeated_passphrase')} autoComplete="new-password" />
        <Radio.Group {...shell.field('form')}>
          <ExplainedRadios
            choices={[
              {
                value: 'modern',
                label: t('certificates.generate.modern'),
                explanation: t('certificates.generate.modernHelp'),
              },
              {
                value: 'compatible',
                label: t('certificates.generate.compatible'),
                explanation: t('certificates.generate.compatibleHelp'),
              },
            ]}
          />
        </Radio.Group>
      </FormGroup>
      <p role="status" className={css.step}>
        {step && t(`certificates.generate.step.${step}`)}
      </p>
      <FormFooter submit={t('certificates.generate.act')} busy={shell.busy} onCancel={onCancel} />
    </form>
  );
}
