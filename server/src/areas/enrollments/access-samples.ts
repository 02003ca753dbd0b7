import type { areas } from '@signet/contract';
import { X509Certificate } from 'node:crypto';
import { fingerprintOf } from '../../authority/intention-store.ts';
import { LOCALHOST_CERTIFICATE } from '../../testing/localhost-certificate.ts';
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
/** An invitation that renews a certificate. */
async function aRenewal(app: TestApp): Promise<{ id: string; code: string }> {
  const made = await anEnrollment(app);
  const renews = await aCertificate(app);
  await app.db.updateTable('enrollment').set({ renews }).where('id', '=', made.id).execute();
  return made;
}
/** A certificate that came by an enrollment and ends in a week. */
async function endingCertificate(app: TestApp): Promise<string> {
  const certificate_id = await aCertificate(app);
  const { id } = await anEnrollment(app, { certificate_id });
  await app.db.updateTable('enrollment').set({ stage: 'redeemed' }).where('id', '=', id).execute();
  const { raw } = new X509Certificate(LOCALHOST_CERTIFICATE);
  const soon = new Date(app.clock.now().getTime() + 7 * 86_400_000);
  await app.db
    .updateTable('certificate')
    .set({ certificate: raw, fingerprint: fingerprintOf(raw), valid_to: soon })
    .where('id', '=', certificate_id)
    .execute();
  return LOCALHOST_CERTIFICATE;
}
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
  challenge: async (app) => {
    const { id, code } = await aRenewal(app);
    return { params: { id }, body: { enrollment_code: code } };
  },
  askRenewal: async (app) => ({ body: { certificate: await endingCertificate(app) } }),
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
