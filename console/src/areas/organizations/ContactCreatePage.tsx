/** A new contact of an organization. */
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useCreate } from '../../shell/record/use-create.ts';
import { ContactForm, NO_CONTACT, toBody } from './ContactForm.tsx';
import { useOrganizationCrumb } from './organization-crumb.ts';

export default function ContactCreatePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/organization/{id}', { params: { id } });
  useOrganizationCrumb(id);
  return <LoadedPage query={query}>{() => <Create organizationId={id} />}</LoadedPage>;
}

function Create({ organizationId: id }: { organizationId: string }) {
  const t = useText();
  const form = useCreate({
    initial: NO_CONTACT,
    create: (values) =>
      change('POST /account/ui-api/v1/organization/{id}/contact', { params: { id }, body: toBody(values) }),
    act: 'contacts.create',
    created: 'contacts.created',
    to: () => paths.organizationContacts(id),
    back: paths.organizationContacts(id),
  });
  return <ContactForm title={t('contacts.create')} form={form} />;
}
