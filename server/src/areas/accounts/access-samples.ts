import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { NO_INPUT, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const federation = {
  federated_account_id: 'F-1',
  federated_account_name: 'Nordmark',
  federated_account_details_url: 'https://federation.example/accounts/F-1',
};
const one: SampleOf = (app) => ({ params: { id: nordmark(app) } });
const planned =
  (input: object): SampleOf =>
  (app) => ({ body: { ids: [nordmark(app)], input } });
const byName: SampleOf = () => ({ query: { name: 'nordmark' } });

export const accountsSamples: SamplesOf<typeof areas.accounts> = {
  list: byName,
  export: byName,
  listCustomers: byName,
  expiring: NO_INPUT,
  findIdentifier: () => ({ query: { friendly_identifier: 'nordmark-lb' } }),
  create: () => ({
    body: {
      name: 'Kontor',
      friendly_identifier: `kontor-${newId()}`,
      service_period: { from: '2026-11-21', to: '2027-11-20' },
      locale: 'de_DE',
      organization: { name: 'Kontor' },
      administrator: { first_name: 'Karla', last_name: 'Kontor', email: 'karla@kontor.example' },
    },
  }),
  read: one,
  update: (app) => ({
    params: { id: nordmark(app) },
    body: { name: 'Nordmark Bank', locale: 'de_DE', service_period: { from: '2025-01-01', to: '2028-12-31' } },
  }),
  remove: one,
  effects: one,
  switchOn: (app) => ({ params: { id: nordmark(app) }, body: { active: false } }),
  reassign: (app) => ({
    params: { id: nordmark(app) },
    body: { partner_account_id: app.accountIds.get('calder-identity') ?? '' },
  }),
  link: (app) => ({ params: { id: nordmark(app) }, body: federation }),
  async unlink(app) {
    const linked = { ...federation, federation_status: 'linked' };
    await app.db.updateTable('account').set(linked).where('id', '=', nordmark(app)).execute();
    return { params: { id: nordmark(app) } };
  },
  history: one,
  endings: one,
  planActive: planned({ active: false }),
  planLanguage: planned({ locale: 'fr_FR' }),
  planEndDate: planned({ to: '2029-12-31' }),
  planPartner: planned({ partner_account_id: null }),
  planRemove: planned({}),
};
