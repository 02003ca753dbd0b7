import type { areas } from '@signet/contract';
import type { TestApp } from '../../testing/app.ts';
import { withAuthorities } from '../../testing/authorities.ts';
import {
  A_REQUEST,
  aCertificate,
  anEnrollment,
  aSeat,
  aTemplate,
  NO_INPUT,
  type SampleOf,
  type SamplesOf,
} from '../../testing/sample.ts';

const listed: SampleOf = async (app) => (await anEnrollment(app), {});
const aList = async (app: TestApp) => ({
  defaults: { template_id: await aTemplate(app), keystore_location: 'browser' },
  enrollments: [{ seat_id: await aSeat(app), email: 'gates@nordmark-lb.example' }],
});
const one: SampleOf = async (app) => ({ params: { id: (await anEnrollment(app)).id } });

export const enrollmentsSamples: SamplesOf<typeof areas.enrollments> = {
  methods: NO_INPUT,
  keystoreTypes: NO_INPUT,
  list: listed,
  export: listed,
  create: async (app) => ({
    body: {
      seat_id: await aSeat(app),
      template_id: await aTemplate(app),
      email: 'gates@nordmark-lb.example',
      keystore_location: 'browser',
    },
  }),
  read: one,
  readStatus: one,
  cancel: async (app) => ({ ...(await one(app)), body: { status: 'canceled' } }),
  resend: one,
  validateMany: async (app) => ({ body: await aList(app) }),
  createMany: async (app) => ({ body: await aList(app) }),
  planCancel: async (app) => ({ body: { ids: [(await anEnrollment(app)).id], input: {} } }),
  planResend: async (app) => ({ body: { ids: [(await anEnrollment(app)).id], input: {} } }),
  open: async (app) => ({ params: await anEnrollment(app) }),
  generate: async (app) => {
    await withAuthorities(app);
    const { id, code } = await anEnrollment(app);
    const how = { enrollment_method: 'DTA', keystore_type: 'browser' };
    return { params: { id }, body: { enrollment_code: code, csr: A_REQUEST, ...how } };
  },
  redeem: async (app) => ({
    params: await anEnrollment(app, { certificate_id: await aCertificate(app) }),
    body: {},
  }),
};
