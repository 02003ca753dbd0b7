import type { areas } from '@signet/contract';
import type { TestApp } from '../../testing/app.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';
import { insertSigningClient, insertSigningProvider } from '../../testing/signing-client.ts';

const BODY = { oauth_client_account_id: 'nordmark-signing' };
async function licensed(app: TestApp): Promise<void> {
  await giveLicense(app, 'umbra-trust', 'document_signing_manager', { signers: 10 });
  await giveLicense(app, 'nordmark-lb', 'document_signing_manager', { signers: 3 });
}
const one: SampleOf = async (app) => {
  await licensed(app);
  return { params: { id: nordmark(app), ...(await insertSigningClient(app, nordmark(app))) } };
};

export const signingClientsSamples: SamplesOf<typeof areas.signingClients> = {
  list: (app) => ({ params: { id: nordmark(app) } }),
  create: async (app) => {
    await licensed(app);
    return { params: { id: nordmark(app), clientId: await insertSigningProvider(app) }, body: BODY };
  },
  read: one,
  update: async (app) => ({ ...(await one(app)), body: BODY }),
  remove: one,
};
