/** A new contact of an organization. */
import { useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { changed, useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useOtherAccount } from '../../shell/account/account-name.ts';
import { useCrumbOwner, useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { useGo } from '../../shell/routing/go.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { ContactForm, NO_CONTACT, sent, useContactForm } from './ContactForm.tsx';

export default function ContactCreatePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/organization/{id}', { params: { id } });
  useParentCrumbName(query.data?.name);
  useCrumbOwner(useOtherAccount(query.data));
  return <LoadedPage query={query}>{() => <Create organizationId={id} />}</LoadedPage>;
}

function Create({ organizationId }: { organizationId: string }) {
  const t = useText();
  const go = useGo();
  const shell = useContactForm({
    initial: NO_CONTACT,
    submit: async (values) => {
      await call('POST /account/ui-api/v1/organization/{id}/contact', {
        params: { id: organizationId },
        body: sent(values),
      });
      await changed('GET /account/ui-api/v1/organization/{id}/contact');
      notify({ type: 'success', message: 'contacts.created', translateMessage: true });
      go(paths.organization(organizationId));
    },
  });
  return (
    <ContactForm
      title={t('contacts.create')}
      shell={shell}
      submit={t('contacts.create')}
      whyNot={null}
      onCancel={() => go(paths.organization(organizationId))}
    />
  );
}
