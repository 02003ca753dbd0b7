import type { areas } from '@signet/contract';
import { NO_INPUT, nordmark, type SamplesOf } from '../../testing/sample.ts';

export const settingsSamples: SamplesOf<typeof areas.settings> = {
  features: NO_INPUT,
  feature: () => ({ params: { name: 'AM_enable_packaging' } }),
  featureSettings: NO_INPUT,
  switchFeature: (app) => ({
    params: { name: 'AM_enable_packaging' },
    body: { enabled: false, account_id: nordmark(app) },
  }),
  trustAssistant: NO_INPUT,
  editTrustAssistant: () => ({ body: { enabled: true, linux: true } }),
  platformSettings: NO_INPUT,
  editPlatformSettings: () => ({ params: { group: 'sessions' }, body: { session_hours: 24 } }),
  testMail: () => ({ body: { to: 'ada@signet.example' } }),
  translation: () => ({ query: { locale: 'en_US' } }),
  locales: NO_INPUT,
  nationalities: NO_INPUT,
};
