/** What the kinds of ends look like and are called, and the page that each row leads to. */
import type { EndingKind } from '@signet/contract/areas/ends-soon-record';
import type { Ending } from '@signet/contract/areas/ends-soon';
import {
  IconBuildingBank,
  IconCertificate,
  IconFileCertificate,
  IconHourglass,
  IconKey,
  IconLicense,
  IconListCheck,
  IconLockPassword,
  IconLogin2,
  IconMessageCircleCheck,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react';
import type { TextOf } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';

export const KIND_ICONS: Record<EndingKind, Icon> = {
  account: IconBuildingBank,
  license: IconLicense,
  trial: IconHourglass,
  sign_on_certificate: IconLogin2,
  sign_on_key: IconLogin2,
  sign_on_metadata: IconLogin2,
  client_certificate: IconUserCheck,
  certificate: IconFileCertificate,
  token: IconKey,
  client_secret: IconLockPassword,
  authority: IconCertificate,
  revocation_list: IconListCheck,
  responder: IconMessageCircleCheck,
};

/** What kind of thing it is, in words; of a trial, of which application. */
export const kindText = (t: TextOf, { kind, app_code }: Ending): string =>
  app_code === null ? t(`endsSoon.kind.${kind}`) : t('endsSoon.trialOf', { product: t(`product.${app_code}`) });

/** Where a row is looked after; `ownId` is the viewer, who has pages of their own. */
export function recordAt({ kind, record_id: id, service_user }: Ending, ownId: string): string {
  if (id === null) return paths.settings();
  switch (kind) {
    case 'client_certificate':
      return id === ownId ? paths.profileCertificates() : `${paths.person({ id, service_user })}#client-certificates`;
    case 'token':
      return id === ownId ? paths.profileTokens() : `${paths.person({ id, service_user })}#api-tokens`;
    case 'certificate':
      return paths.certificate(id);
    case 'authority':
    case 'revocation_list':
    case 'responder':
      return paths.certificateAuthority(id);
    case 'trial':
      return paths.account(id, 'features');
    case 'client_secret':
      return paths.account(id, 'integrations');
    case 'account':
      return paths.account(id);
    case 'license':
    case 'sign_on_certificate':
    case 'sign_on_key':
    case 'sign_on_metadata':
      return paths.account(id, 'sign-in');
  }
}
