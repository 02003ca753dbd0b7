import type { areas } from '@signet/contract';
import { withAuthorities } from '../../testing/authorities.ts';
import { A_REQUEST, aCertificate, aSeat, aTemplate, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const listed: SampleOf = async (app) => (await aCertificate(app), {});
const one: SampleOf = async (app) => ({ params: { id: await aCertificate(app) } });

export const certificatesSamples: SamplesOf<typeof areas.certificates> = {
  list: listed,
  export: listed,
  read: one,
  issue: async (app) => {
    await withAuthorities(app);
    return { body: { seat_id: await aSeat(app), template_id: await aTemplate(app), csr: A_REQUEST } };
  },
  revoke: async (app) => ({ ...(await one(app)), body: { reason: 'superseded' } }),
  release: async (app) => ({ params: { id: await aCertificate(app, { onHold: true }) } }),
  planRevoke: async (app) => ({ body: { ids: [await aCertificate(app)], input: { reason: 'superseded' } } }),
};
