import type { areas } from '@signet/contract';
import { PASSWORD } from '../../testing/app.ts';
import { cleo, NEW_PASSWORD, NO_INPUT, nordmark, type SamplesOf } from '../../testing/sample.ts';

export const profileSamples: SamplesOf<typeof areas.profile> = {
  profile: NO_INPUT,
  ownApplications: NO_INPUT,
  updateUserLocale: (app) => ({ params: { id: cleo(app), locale: 'de_DE' } }),
  updatePassword: (app) => ({
    params: { id: cleo(app) },
    body: { current_password: PASSWORD, password: NEW_PASSWORD, repeatedPassword: NEW_PASSWORD },
  }),
  acceptAgreement: (app) => ({ params: { id: cleo(app) }, body: { locale: 'en_US' } }),
  findUser: () => ({ params: { name: 'cleo' } }),
  permission: (app) => ({ query: { accountId: nordmark(app) } }),
  permissionGivers: NO_INPUT,
};
