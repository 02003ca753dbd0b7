/** Makes a signing client of an account. */
import type { SigningClientList } from '@signet/contract/areas/signing-clients';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useApiAnew } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { Refused } from '../../shell/record/Refused.tsx';
import { useCreate } from '../../shell/record/use-create.ts';
import { useText } from '../../i18n/text.ts';
import { bodyOf } from './signing-client-form.ts';
import { SigningClientForm } from './SigningClientForm.tsx';

export default function SigningClientCreatePage() {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/account/{id}/oauth/config', { params: { id } });
  useParentCrumbName(query.data?.account_name);
  return (
    <LoadedPage query={query}>
      {(list) =>
        list.why_not_manage ? (
          <Refused name={t('signingClients.create')} reason={list.why_not_manage} />
        ) : (
          <Create accountId={id} list={list} />
        )
      }
    </LoadedPage>
  );
}

function Create({ accountId, list }: { accountId: string; list: SigningClientList }) {
  const section = paths.account(accountId, 'signing-clients');
  const form = useCreate({
    initial: { provider: '', serviceId: '' },
    create: (values) =>
      change('POST /account/ui-api/v1/account/{id}/oauth/{clientId}/config', {
        params: { id: accountId, clientId: values.provider },
        body: bodyOf(values, true),
      }),
    act: 'signingClients.create',
    created: 'signingClients.created',
    to: () => section,
    back: section,
  });
  return (
    <SigningClientForm
      title="signingClients.create"
      accountName={list.account_name}
      form={form}
      providers={list.providers}
    />
  );
}
