/** By which template a certificate is issued, and where its key is. */
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { whyNotIssueBy } from '@signet/contract/areas/certificate-template-rules';
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { commonNameOf } from '@signet/contract/areas/seat-rules';
import type { Seat } from '@signet/contract/areas/seats';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';

/** `browser`: it is made here; `request`: it is elsewhere, and a request proves it. */
export type Choice = { template_id: string; key: 'browser' | 'request' };

type Props = { seat: Seat; templates: readonly TemplateAnswer[]; onChoose: (choice: Choice) => void };

export function ChoiceForm({ seat, templates, onChoose }: Props) {
  const t = useText();
  const go = useGo();
  const only = templates.length === 1 ? (templates[0]?.id ?? '') : '';
  const shell = useFormShell<Choice>({
    fields: { template_id: { label: 'seats.template' }, key: { label: 'seats.key' } },
    // A server has its key already, as a rule.
    initial: { template_id: only, key: seat.type === 'server' ? 'request' : 'browser' },
    check: ({ template_id }) => {
      const chosen = templates.find(({ id }) => id === template_id);
      return { template_id: chosen ? whyNotIssueBy(chosen) : { status: 'REQUIRED_CHOICE' } };
    },
    submit: async (choice) => onChoose(choice),
  });
  const chosen = templates.find(({ id }) => id === shell.values.template_id);
  return (
    <FormPage
      title={t('seats.issue')}
      lead={t('seats.issueLead', { name: seat.name })}
      shell={shell}
      submit={t('seats.continue')}
      whyNot={null}
      onCancel={() => go(paths.seat(seat.id))}
    >
      <FormGroup title={t('seats.issueGroup')}>
        <TextInput label={t('certificates.part.commonName')} value={commonNameOf(seat)} readOnly />
        <NativeSelect
          {...shell.field(
            'template_id',
            chosen ? t('seats.templateDays', { days: chosen.days, profile: chosen.profile_name }) : undefined,
          )}
          data={[
            ...(only === '' ? [{ value: '', label: t('form.choose') }] : []),
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </FormGroup>
      <FormGroup title={t('certificates.key')}>
        <Radio.Group {...shell.field('key')}>
          <ExplainedRadios
            choices={[
              { value: 'browser', label: t('seats.key.browser'), explanation: t('seats.key.browserHelp') },
              { value: 'request', label: t('seats.key.request'), explanation: t('seats.key.requestHelp') },
            ]}
          />
        </Radio.Group>
      </FormGroup>
    </FormPage>
  );
}
