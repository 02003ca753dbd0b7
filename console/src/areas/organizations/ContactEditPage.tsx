/** Edits a contact. */
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { queryOf } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf } from '../../session/profile.ts';
import { EditPage } from '../../shell/record/EditPage.tsx';
import { ContactForm, toBody, valuesOf } from './ContactForm.tsx';
import { useOrganizationCrumb } from './organization-crumb.ts';

export default function ContactEditPage() {
  const t = useText();
  const { id = '', contactId: cid = '' }: { id?: string; contactId?: string } = useParams({ strict: false });
  const params = { id, cid };
  useOrganizationCrumb(id);
  return (
    <EditPage
      read={queryOf('GET /account/ui-api/v1/organization/{id}/contact/{cid}', { params })}
      name={nameOf}
      crumb="own"
      valuesOf={valuesOf}
      save={(values, { version }) =>
        change('PUT /account/ui-api/v1/organization/{id}/contact/{cid}', {
          params,
          query: { version },
          body: toBody(values),
        })
      }
      saved="contacts.saved"
      back={paths.organizationContacts(id)}
    >
      {(form) => <ContactForm title={t('contacts.edit')} form={form} />}
    </EditPage>
  );
}
