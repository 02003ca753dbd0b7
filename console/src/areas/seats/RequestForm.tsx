/** Issues a certificate for a request that was made where the key is, and leads to it. */
import { Button, FileButton, Textarea } from '@mantine/core';
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import type { Seat } from '@signet/contract/areas/seats';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { change } from '../../api/change.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { ReasonMessage } from '../../shell/form/ReasonText.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { useGo, useGoOn } from '../../shell/routing/go.ts';
import { Banner } from '../../ui/Banner.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import type { Reason } from '@signet/contract/problem';
import { requestText, whyNotRequest } from './request-file.ts';
import css from './seats.module.css';

export function RequestForm({ seat, template }: { seat: Seat; template: TemplateAnswer }) {
  const t = useText();
  const go = useGo();
  const leadOn = useGoOn();
  const forget = useRef<() => void>(null);
  const [refused, setRefused] = useState<{ file: string; reason: Reason } | null>(null);
  const shell = useFormShell<{ csr: string }>({
    // A private key may have come along by mistake: no draft of it is kept.
    fields: { csr: { label: 'seats.csr', secret: true } },
    initial: { csr: '' },
    check: ({ csr }) => ({ csr: whyNotRequest(csr) }),
    // Whatever else is refused is refused to this request.
    serverFields: { seat_id: 'csr', template_id: 'csr' },
    async submit({ csr }) {
      const goOn = leadOn();
      const { id } = await change('POST /account/ui-api/v1/certificate', {
        body: { seat_id: seat.id, template_id: template.id, csr },
      });
      notify({ type: 'success', message: 'seats.issued', translateMessage: true });
      goOn(paths.certificate(id));
    },
  });
  async function take(file: File | null): Promise<void> {
    forget.current?.();
    if (!file) return;
    const read = await requestText(file);
    setRefused('reason' in read ? { file: file.name, reason: read.reason } : null);
    if ('text' in read) shell.form.setFieldValue('csr', read.text);
  }
  return (
    <FormPage
      title={t('seats.issue')}
      lead={t('seats.issueBy', { name: seat.name, template: template.name })}
      shell={shell}
      submit={t('seats.issue')}
      whyNot={null}
      onCancel={() => go(paths.seat(seat.id))}
    >
      <FormGroup title={t('seats.csr')} lead={t('seats.csrLead')}>
        <div className={css.file}>
          <FileButton resetRef={forget} onChange={(file) => void take(file).catch(showProblem)}>
            {(props) => (
              <Button variant="default" leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />} {...props}>
                {t('seats.csrFile')}
              </Button>
            )}
          </FileButton>
        </div>
        {refused && (
          <Banner tone="bad">
            <b>{refused.file}</b>: <ReasonMessage reason={refused.reason} />
          </Banner>
        )}
        <Textarea
          {...shell.field('csr', t('seats.csrHelp'))}
          autosize
          minRows={8}
          maxRows={20}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
        />
      </FormGroup>
    </FormPage>
  );
}
