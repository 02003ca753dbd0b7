import type { areas } from '@signet/contract';
import type { TestApp } from '../../testing/app.ts';
import { A_REQUEST, broughtBy, ensureAuthorities, issuedTo } from '../../testing/client-auth-certificate.ts';
import { cleo, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const dora = (app: TestApp): string => app.userIds.get('dora') ?? '';

type Whose = (app: TestApp) => string;
const list =
  (whose: Whose): SampleOf =>
  (app) => ({ params: { id: whose(app) } });
const add =
  (whose: Whose): SampleOf =>
  async (app) => (await ensureAuthorities(app), { params: { id: whose(app) }, body: { csr: A_REQUEST } });
const issued =
  (whose: Whose, body?: object): SampleOf =>
  async (app) => ({ params: { id: whose(app), certId: await issuedTo(app, whose(app)) }, ...(body ? { body } : {}) });
const brought =
  (whose: Whose): SampleOf =>
  async (app) => ({ params: { id: whose(app), certId: await broughtBy(app, whose(app)) } });

export const clientAuthCertificatesSamples: SamplesOf<typeof areas.clientAuthCertificates> = {
  ending: async (app) => (await ensureAuthorities(app), {}),
  list: list(cleo),
  add: add(cleo),
  read: issued(cleo),
  enable: issued(cleo, { enabled: false }),
  revoke: issued(cleo, { reason: 'keyCompromise' }),
  remove: brought(cleo),
  listOfServiceUser: list(dora),
  addOfServiceUser: add(dora),
  readOfServiceUser: issued(dora),
  enableOfServiceUser: issued(dora, { enabled: false }),
  revokeOfServiceUser: issued(dora, { reason: 'superseded' }),
  removeOfServiceUser: brought(dora),
};
