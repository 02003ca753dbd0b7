/** Edits a contact. Of two who do, the second is told what the first saved. */
import type { Contact } from '@signet/contract/areas/organizations';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { changed, useApi, useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf } from '../../session/profile.ts';
import { useOtherAccount } from '../../shell/account/account-name.ts';
import { useCrumbName, useCrumbOwner, useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { useGo } from '../../shell/routing/go.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { ContactForm, sent, useContactForm, valuesOf } from './ContactForm.tsx';

const READ = 'GET /account/ui-api/v1/organization/{id}/contact/{cid}';

export default function ContactEditPage() {
  const { id = '', contactId: cid = '' }: { id?: string; contactId?: string } = useParams({ strict: false });
  const organization = useApi('GET /account/ui-api/v1/organization/{id}', { params: { id } });
  const query = useApiAnew(READ, { params: { id, cid } });
  useParentCrumbName(organization.data?.name);
  useCrumbOwner(useOtherAccount(organization.data));
  useCrumbName(query.data && nameOf(query.data));
  return <LoadedPage query={query}>{(contact) => <Edit contact={contact} />}</LoadedPage>;
}

function Edit({ contact }: { contact: Contact }) {
  const t = useText();
  const go = useGo();
  const params = { id: contact.organization_id, cid: contact.id };
  const back = paths.organization(contact.organization_id);
  const version = useRef(contact.version);
  const shell = useContactForm({
    initial: valuesOf(contact),
    submit: async (values) => {
      await call('PUT /account/ui-api/v1/organization/{id}/contact/{cid}', {
        params,
        query: { version: version.current },
        body: sent(values),
      });
      await changed(READ, 'GET /account/ui-api/v1/organization/{id}/contact');
      notify({ type: 'success', message: 'contacts.saved', translateMessage: true });
      go(back);
    },
    gone: () => changed(READ),
    reread: async () => {
      const fresh = await call(READ, { params });
      version.current = fresh.version;
      return valuesOf(fresh);
    },
  });
  return (
    <ContactForm
      title={t('contacts.edit')}
      shell={shell}
      submit={t('form.saveChanges')}
      whyNot={shell.dirty ? null : t('form.nothingChanged')}
      onCancel={() => go(back)}
    />
  );
}
