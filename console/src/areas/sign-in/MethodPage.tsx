/** Whether people of an account may sign in by one way: the page of a way that has nothing more to set. */
import { Checkbox, Radio } from '@mantine/core';
import { ACCESS, NO_LACK } from '@signet/contract/access';
import type { Account } from '@signet/contract/areas/accounts';
import { methodStatesOf, whyNotSwitchOffMethod, type SignInMethod } from '@signet/contract/areas/sign-in-method-rules';
import type { TextKey } from '@signet/contract/texts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot } from '../../shell/form/form-source.ts';
import { ReasonMessage } from '../../shell/form/ReasonText.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { NoPermission } from '../../shell/permission/refusals.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import type { EditSource } from '../../shell/record/use-edit.ts';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';
import { useAccountOfAddress } from './account-of-address.ts';
import { useCertificateAddress } from './certificate-address.ts';
import { SignInEffects } from './SignInEffects.tsx';
import { useSignInEffects } from './sign-in-effects.ts';

/** In line with the label above it. */

type Values = { enabled: 'on' | 'off'; confirmed: boolean };

type Method = {
  method: SignInMethod;
  /** Title of the page, heading of the choice, its label, what both sides mean, and what is said once it is saved. */
  texts: Record<'title' | 'group' | 'label' | 'on' | 'off' | 'saved', TextKey>;
  /** Sends it, over the account as it was read. */
  save: (account: Account, enabled: boolean) => Promise<unknown>;
};

/** Of the account in the address; under the settings of the platform's own. */
export function MethodPage(method: Method) {
  const { id, crumb, back } = useAccountOfAddress();
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/account/{id}', { params: { id } })}
      name={(one) => one.display_name}
      crumb={crumb}
      refusal={signInRefusal}
      valuesOf={(one): Values => ({ enabled: methodStatesOf(one)[method.method] ? 'on' : 'off', confirmed: false })}
      save={({ enabled }, one) => method.save(one, enabled === 'on')}
      saved={method.texts.saved}
      back={back}
    >
      {(form, one) => <MethodForm {...method} account={one} form={form} />}
    </EditPage>
  );
}

/** What stands in place of such a page where somebody may not decide how this account signs in. */
export const signInRefusal = ({ why_not }: Account) =>
  why_not.sign_in && <NoPermission access={ACCESS.accounts.editSignIn} lack={{ ...NO_LACK, scopes: ['system'] }} />;

function MethodForm({
  method,
  texts,
  account,
  form,
}: Omit<Method, 'save'> & { account: Account; form: EditSource<Account, Values> }) {
  const t = useText();
  const last = whyNotSwitchOffMethod(methodStatesOf(account), method, useCertificateAddress());
  const effects = useSignInEffects(account.id, method, false);
  const shell = useFormShell<Values>({
    fields: { enabled: { label: texts.label }, confirmed: { label: 'signInEffects.confirm' } },
    check: ({ enabled, confirmed }) => ({
      enabled: enabled === 'off' ? last : null,
      confirmed: enabled === 'off' && effects.data?.yourself && !confirmed ? { status: 'REQUIRED_CHOICE' } : null,
    }),
    ...form,
  });
  const foot = useFormFoot(form, shell);
  const goesOff = shell.values.enabled === 'off' && form.initial.enabled === 'on';
  return (
    <FormPage
      title={t(texts.title)}
      shell={shell}
      {...foot}
      whyNot={goesOff && effects.waits ? t('signInEffects.wait') : foot.whyNot}
      displayValue={(_, value) => (value === 'on' ? t('accounts.on') : t('accounts.off'))}
    >
      <FormGroup title={t(texts.group)}>
        <Radio.Group {...shell.field('enabled')} description={last ? <ReasonMessage reason={last} /> : null}>
          <ExplainedRadios
            choices={[
              { value: 'on', label: t('accounts.on'), explanation: t(texts.on) },
              { value: 'off', label: t('accounts.off'), explanation: t(texts.off), disabled: last !== null },
            ]}
          />
        </Radio.Group>
        {goesOff && <SignInEffects effects={effects} />}
        {goesOff && effects.data?.yourself && <Checkbox {...shell.checkbox('confirmed')} />}
      </FormGroup>
    </FormPage>
  );
}
