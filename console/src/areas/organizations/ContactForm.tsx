/** The fields of a contact, for creating and editing it. */
import { TextInput } from '@mantine/core';
import { CONTACT } from '@signet/contract/areas/organization-record';
import { createBody, emptyForm, formFields, formValues, type FormValues } from '@signet/contract/record-form';
import { useText } from '../../i18n/text.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { laterSchema } from '../../shell/form/later-schema.ts';
import { FormGroup, TwoFields } from '../../ui/FormGroup.tsx';

const contactCreate = laterSchema(async () => (await import('@signet/contract/areas/organizations')).contactCreate);

export type ContactValues = FormValues<typeof CONTACT>;

export const NO_CONTACT = emptyForm(CONTACT);
export const valuesOf = (contact: ContactValues): ContactValues => formValues(CONTACT, contact);
export const toBody = (values: ContactValues) => createBody(CONTACT, values);

export function ContactForm({ title, form }: { title: string; form: FormSource<ContactValues> }) {
  const t = useText();
  const shell = useFormShell({
    fields: formFields(CONTACT),
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
