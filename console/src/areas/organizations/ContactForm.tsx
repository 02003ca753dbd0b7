/** The fields of a contact, for creating and editing it. */
import { TextInput } from '@mantine/core';
import { contactCreate, type ContactField } from '@signet/contract/areas/organizations';
import { normalisePhone } from '@signet/contract/rules';
import { useText } from '../../i18n/text.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { FormGroup, TwoFields } from '../../ui/FormGroup.tsx';

export type ContactValues = Record<ContactField, string>;

export const NO_CONTACT: ContactValues = { first_name: '', last_name: '', email: '', phone: '' };
export const valuesOf = ({ first_name, last_name, email, phone }: ContactValues): ContactValues => ({
  first_name,
  last_name,
  email,
  phone,
});
export const toBody = (values: ContactValues): ContactValues => ({ ...values, phone: normalisePhone(values.phone) });

export function ContactForm({ title, form }: { title: string; form: FormSource<ContactValues> }) {
  const t = useText();
  const shell = useFormShell({
    fields: {
      first_name: { label: 'person.firstName' },
      last_name: { label: 'person.lastName' },
      email: { label: 'person.email' },
      phone: { label: 'person.phone', optional: true },
    },
    check: contactCreate,
    ...form,
  });
  return (
    <FormPage title={title} shell={shell} {...useFormFoot(form, shell)}>
      <FormGroup title={t('contacts.one')}>
        <TwoFields>
          <TextInput {...shell.field('first_name')} autoComplete="off" />
          <TextInput {...shell.field('last_name')} autoComplete="off" />
        </TwoFields>
        <TextInput {...shell.field('email')} type="email" autoComplete="off" spellCheck={false} />
        <TextInput {...shell.field('phone')} type="tel" autoComplete="off" />
      </FormGroup>
    </FormPage>
  );
}
