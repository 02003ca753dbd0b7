/** A new service user, with its roles (S-057, S-060). */
import { change } from '../../api/change.ts';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useSelf } from '../../session/permissions.ts';
import { useCurrentAccount } from '../../shell/account/account-name.ts';
import { useWayBack } from '../../shell/navigation/crumbs.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { emptyServiceUser, offeredScopes, toBody } from './service-user-form.ts';
import { ServiceUserForm } from './ServiceUserForm.tsx';

export default function ServiceUserCreatePage() {
  const t = useText();
  const self = useSelf();
  const locale = useLocale();
  const current = useCurrentAccount();
  const back = useWayBack() ?? paths.serviceUsers();
  // Whoever sees many accounts chooses one: the own is the platform's, or a partner's.
  const accounts = self.scope === 'account' && current ? [current.id] : [];
  const form = useCreate({
    initial: emptyServiceUser(offeredScopes(self), accounts, locale),
    create: (values) => change('POST /account/ui-api/v1/service-user', { body: toBody(values) }),
    act: 'serviceUsers.create',
    created: 'serviceUsers.created',
    to: ({ id }) => paths.serviceUser(id),
    back,
  });
  return <ServiceUserForm title={t('serviceUsers.create')} form={form} />;
}
