/** The fields of a receiver, for creating and editing it. */
import { Radio, Switch, Textarea, TextInput } from '@mantine/core';
import type { AuditReceiver } from '@signet/contract/areas/audit-forwarding';
import {
  AUDIT_RECEIVER,
  AUTHENTICATIONS_OF,
  RECEIVER_KINDS,
  RECEIVER_STARTS,
} from '@signet/contract/areas/audit-receiver-record';
import { formFields } from '@signet/contract/record-form';
import { useText } from '../../i18n/text.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import type { FieldProps } from '../../shell/form/form-shell.ts';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { inWords } from '../../shell/form/in-words.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { authenticationOf, checkReceiver, type ReceiverValues } from './receiver-form.ts';

type Props = {
  title: string;
  form: FormSource<ReceiverValues>;
  /** The receiver that is edited. */
  kept?: AuditReceiver;
};

/** A field for PEM, several lines of it. */
const PEM = {
  rows: 4,
  spellCheck: false,
  autoComplete: 'off',
  styles: { input: { fontFamily: 'var(--sg-mono)', fontSize: 12 } },
} as const;

export function ReceiverForm({ title, form, kept }: Props) {
  const t = useText();
  const shell = useFormShell<ReceiverValues>({
    fields: (values) => ({
      ...formFields(AUDIT_RECEIVER),
      // On or off, this or that: none of them is left out.
      own_network: { label: 'auditForwarding.own_network' },
      authentication: { label: 'auditForwarding.authentication' },
      enabled: { label: 'auditForwarding.enabled' },
      client_certificate: { label: 'auditForwarding.client_certificate' },
      secret: {
        label: authenticationOf(values) === 'certificate' ? 'auditForwarding.private_key' : 'auditForwarding.secret',
        secret: true,
      },
      start: { label: 'auditForwarding.start' },
    }),
    check: checkReceiver(kept ?? null),
    ...form,
  });
  const { kind } = shell.values;
  const authentication = authenticationOf(shell.values);
  const isKept =
    kept?.secret_set_at != null && (kept.authentication === 'certificate') === (authentication === 'certificate');
  const secretHelp = t(isKept ? 'auditForwarding.secretKept' : 'auditForwarding.secretHelp');
  const displayValue = (field: string, value: unknown): string => {
    if (field === 'kind') return inWords(RECEIVER_KINDS, value, (one) => t(`auditForwarding.kind.${one}`));
    if (field === 'authentication')
      return inWords(AUTHENTICATIONS_OF[kind], value, (one) => t(`auditForwarding.authentication.${one}`));
    return typeof value === 'boolean' ? t(value ? 'auditForwarding.on' : 'auditForwarding.off') : String(value);
  };
  return (
    <FormPage title={title} shell={shell} {...useFormFoot(form, shell)} displayValue={displayValue}>
      <FormGroup>
        <TextInput {...shell.field('name')} autoComplete="off" />
        {!kept && (
          <Choice
            field={shell.field('kind')}
            choices={RECEIVER_KINDS.map((value) => ({
              value,
              label: t(`auditForwarding.kind.${value}`),
              explanation: t(`auditForwarding.kindHelp.${value}`),
            }))}
          />
        )}
        <TextInput
          {...shell.field('address', t(`auditForwarding.addressHelp.${kind}`))}
          autoComplete="off"
          spellCheck={false}
        />
        <Switch {...shell.checkbox('own_network', t('auditForwarding.own_networkHelp'))} />
        <Textarea {...shell.field('ca_certificate', t('auditForwarding.ca_certificateHelp'))} {...PEM} />
      </FormGroup>
      <FormGroup>
        <Choice
          field={{ ...shell.field('authentication'), value: authentication }}
          choices={AUTHENTICATIONS_OF[kind].map((value) => ({
            value,
            label: t(`auditForwarding.authentication.${value}`),
            explanation: t(`auditForwarding.authenticationHelp.${value}`),
          }))}
        />
        {authentication === 'certificate' && (
          <>
            <Textarea {...shell.field('client_certificate', t('auditForwarding.client_certificateHelp'))} {...PEM} />
            <Textarea {...shell.field('secret', secretHelp)} {...PEM} />
          </>
        )}
        {(authentication === 'bearer' || authentication === 'signature') && (
          <PasswordField {...shell.field('secret', secretHelp)} autoComplete="off" />
        )}
      </FormGroup>
      <FormGroup title={t('auditForwarding.delivery')}>
        {!kept && (
          <Choice
            field={shell.field('start')}
            choices={RECEIVER_STARTS.map((value) => ({
              value,
              label: t(`auditForwarding.start.${value}`),
              explanation: t(`auditForwarding.startHelp.${value}`),
            }))}
          />
        )}
        <Switch {...shell.checkbox('enabled', t('auditForwarding.enabledHelp'))} />
      </FormGroup>
    </FormPage>
  );
}

/** A few choices, each with a line that explains it. */
function Choice({
  field: { 'aria-invalid': _, ...field },
  choices,
}: {
  field: FieldProps;
  choices: readonly { value: string; label: string; explanation: string }[];
}) {
  return (
    <Radio.Group {...field}>
      <ExplainedRadios choices={choices} />
    </Radio.Group>
  );
}
