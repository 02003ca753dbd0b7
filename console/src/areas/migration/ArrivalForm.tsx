/** From where an account comes: a file, or the address of its platform; and the code that opens it. */
import { Radio, Stack, TextInput } from '@mantine/core';
import { ARRIVAL_SOURCES, isTransferAddress, MOVE_FILE_MAX } from '@signet/contract/areas/migration-rules';
import type { Reason } from '@signet/contract/problem';
import { useRef, useState } from 'react';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { FileField } from '../../shell/form/FileField.tsx';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useStayWhile } from '../../shell/routing/stay-while.ts';
import { useGo, useGoOn } from '../../shell/routing/go.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { sendFile, type Sending } from './send-file.ts';

const REQUIRED: Reason = { status: 'REQUIRED' };

export function ArrivalForm() {
  const t = useText();
  const go = useGo();
  const leadOn = useGoOn();
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState<{ done: number; total: number } | null>(null);
  const sending = useRef<Sending | null>(null);
  const shell = useFormShell({
    fields: {
      source: { label: 'migration.source' },
      file: { label: 'migration.file' },
      address: { label: 'migration.address' },
      code: { label: 'migration.code', secret: true },
    },
    initial: { source: 'file', file: '', address: '', code: '' },
    check: ({ source, file: name, address, code }) => ({
      file: source === 'file' ? whyNotFile(name, file) : null,
      address: source === 'address' && !isTransferAddress(address.trim()) ? WRONG_ADDRESS : null,
      code: code.trim() === '' ? REQUIRED : null,
    }),
    submit: async ({ source, address, code }) => {
      const goOn = leadOn();
      const id =
        source === 'file' && file
          ? await sendFile(file, code.trim(), sending, (done, total) => setSent({ done, total }))
          : (
              await change('POST /account/ui-api/v1/migration/arrival', {
                body: { source: 'address', address: address.trim(), code: code.trim() },
              })
            ).id;
      goOn(paths.migration(id));
    },
  });
  // A large file takes minutes; who closes the page would have to send it again.
  useStayWhile(shell.busy);
  const { source } = shell.values;
  const { value, onChange, ...radios } = shell.field('source');
  return (
    <FormPage
      title={t('nav.migration')}
      lead={t('migration.lead')}
      shell={shell}
      submit={t('migration.rehearse')}
      whyNot={null}
      onCancel={() => go(paths.accounts())}
    >
      <FormGroup title={t('migration.here')}>
        <Radio.Group {...radios} value={String(value)} onChange={onChange}>
          <Stack gap={8} mt={6}>
            {ARRIVAL_SOURCES.map((one) => (
              <Radio key={one} value={one} label={t(`migration.source.${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {source === 'file' ? (
          <FileField
            {...shell.field('file')}
            accept=".signet"
            value={file}
            onChange={(chosen) => {
              setFile(chosen);
              shell.form.setFieldValue('file', chosen?.name ?? '');
            }}
          />
        ) : (
          <TextInput
            {...shell.field('address', t('migration.addressHelp'))}
            type="url"
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <PasswordField {...shell.field('code', t('migration.codeHelp'))} autoComplete="off" />
        {sent && shell.busy && (
          <p role="status" className="sm t2">
            {t('migration.uploading', sent)}
          </p>
        )}
      </FormGroup>
    </FormPage>
  );
}

const WRONG_ADDRESS: Reason = { status: 'INVALID_INPUT', params: { allowed: 'web' } };

const whyNotFile = (name: string, file: File | null): Reason | null => {
  if (name === '' || !file) return REQUIRED;
  if (file.size === 0) return { status: 'MIGRATION_FILE_FOREIGN' };
  return file.size > MOVE_FILE_MAX
    ? { status: 'MIGRATION_FILE_LARGE', params: { max: MOVE_FILE_MAX / 1_048_576 } }
    : null;
};
