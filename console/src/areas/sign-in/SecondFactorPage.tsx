/** Whether people of an account are asked for a second factor after their password (A-127, A-140, S-084). */
import { Radio } from '@mantine/core';
import type { Account } from '@signet/contract/areas/accounts';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { EditPage } from '../../shell/record/EditPage.tsx';
import type { EditSource } from '../../shell/record/use-edit.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { useAccountOfAddress } from './account-of-address.ts';
import { signInRefusal } from './MethodPage.tsx';

/** In line with the label above it. */

type Values = { enabled: 'on' | 'off' };

/** Of the account in the address; under the settings of the platform's own. */
export default function SecondFactorPage() {
  const { id, crumb, back } = useAccountOfAddress();
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/account/{id}', { params: { id } })}
      name={(one) => one.display_name}
      crumb={crumb}
      refusal={signInRefusal}
      valuesOf={(one): Values => ({ enabled: one.mfa_enabled ? 'on' : 'off' })}
      save={({ enabled }) =>
        change('PUT /account/ui-api/v1/account/{id}/enable-mfa', {
          params: { id },
          body: { enabled: enabled === 'on' },
        })
      }
      saved="accounts.secondFactorSaved"
      back={back}
    >
      {(form) => <SecondFactorForm form={form} />}
    </EditPage>
  );
}

function SecondFactorForm({ form }: { form: EditSource<Account, Values> }) {
  const t = useText();
  const shell = useFormShell<Values>({
    fields: { enabled: { label: 'accounts.secondFactor' } },
    check: () => ({}),
    ...form,
  });
  return (
    <FormPage
      title={t('accounts.secondFactorEdit')}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={(_, value) => (value === 'on' ? t('accounts.on') : t('accounts.off'))}
    >
      <FormGroup>
        <Radio.Group {...shell.field('enabled')}>
          <ExplainedRadios
            choices={[
              { value: 'on', label: t('accounts.on'), explanation: t('accounts.secondFactorOn') },
              { value: 'off', label: t('accounts.off'), explanation: t('accounts.secondFactorOff') },
            ]}
          />
        </Radio.Group>
      </FormGroup>
    </FormPage>
  );
}
