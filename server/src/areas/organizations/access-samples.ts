import type { areas } from '@signet/contract';
import { anOrganization, nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const CONTACT = { first_name: 'Cleo', last_name: 'Marchetti-Holm', email: 'cleo@nordmark-lb.example', phone: '' };
const listed: SampleOf = async (app) => (await anOrganization(app), {});
const one: SampleOf = async (app) => ({ params: { id: (await anOrganization(app)).id } });
const oneContact: SampleOf = async (app) => ({ params: await anOrganization(app) });

export const organizationsSamples: SamplesOf<typeof areas.organizations> = {
  list: listed,
  export: listed,
  create: (app) => ({ body: { name: 'Nordmark Treasury', country: 'DE', account_id: nordmark(app) } }),
  read: one,
  update: async (app) => ({ ...(await one(app)), body: { name: 'Nordmark Payments', country: 'DE' } }),
  remove: one,
  listContacts: one,
  createContact: async (app) => ({ ...(await one(app)), body: CONTACT }),
  readContact: oneContact,
  updateContact: async (app) => ({ ...(await oneContact(app)), body: CONTACT }),
  removeContact: oneContact,
  planRemove: async (app) => ({ body: { ids: [(await anOrganization(app)).id], input: {} } }),
};
