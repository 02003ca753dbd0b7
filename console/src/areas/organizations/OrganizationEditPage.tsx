/** Edits an organization. Of two who do, the second is told what the first saved. */
import type { Organization } from '@signet/contract/areas/organizations';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { changed, useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useOtherAccount } from '../../shell/account/account-name.ts';
import { useCrumbOwner, useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { useGo } from '../../shell/routing/go.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { notify } from '../../shell/notices/notifications.ts';
import { OrganizationForm, sent, useOrganizationForm, valuesOf } from './OrganizationForm.tsx';

const READ = 'GET /account/ui-api/v1/organization/{id}';

export default function OrganizationEditPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew(READ, { params: { id } });
  useParentCrumbName(query.data?.name);
  useCrumbOwner(useOtherAccount(query.data));
  return <LoadedPage query={query}>{(organization) => <Edit organization={organization} />}</LoadedPage>;
}

function Edit({ organization }: { organization: Organization }) {
  const t = useText();
  const go = useGo();
  const { id } = organization;
  const version = useRef(organization.version);
  const shell = useOrganizationForm({
    initial: valuesOf(organization),
    submit: async (values) => {
      await call('PUT /account/ui-api/v1/organization/{id}', {
        params: { id },
        query: { version: version.current },
        body: sent(values),
      });
      await changed(READ, 'GET /account/ui-api/v1/organization');
      notify({ type: 'success', message: 'organizations.saved', translateMessage: true });
      go(paths.organization(id));
    },
    gone: () => changed(READ),
    reread: async () => {
      const fresh = await call(READ, { params: { id } });
      version.current = fresh.version;
      return valuesOf(fresh);
    },
  });
  return (
    <OrganizationForm
      title={t('organizations.edit')}
      shell={shell}
      submit={t('form.saveChanges')}
      whyNot={shell.dirty ? null : t('form.nothingChanged')}
      onCancel={() => go(paths.organization(id))}
    />
  );
}
