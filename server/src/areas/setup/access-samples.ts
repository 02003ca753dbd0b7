import type { areas } from '@signet/contract';
import { evaluationLicense } from '../../license/evaluation.ts';
import { installLicense } from '../../license/license-store.ts';
import type { TestApp } from '../../testing/app.ts';
import { openSetup } from './code-store.ts';
import { NEW_PASSWORD, NO_INPUT, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const license = async (app: TestApp) => ({ body: { body: await evaluationLicense(app.clock.now()) } });

const licensed: SampleOf = async (app) => {
  await installLicense(app.db, (await license(app)).body.body, null, app.clock.now());
  return {};
};

/** Before the setup there is nobody of system scope; whoever sets the platform up has its code. */
async function beforeSetup(app: TestApp): Promise<{ headers: Record<string, string> }> {
  await app.db.updateTable('app_user').set({ access_scope: 'account' }).where('access_scope', '=', 'system').execute();
  return { headers: { 'x-setup-code': (await openSetup(app.db, app.runtime.seal, app.clock.now())) ?? '' } };
}

export const setupSamples: SamplesOf<typeof areas.setup> = {
  licenseStatus: NO_INPUT,
  setupLicense: async (app) => ({ ...(await beforeSetup(app)), ...(await license(app)) }),
  async setupUser(app) {
    await licensed(app);
    return {
      ...(await beforeSetup(app)),
      body: {
        first_name: 'Ada',
        last_name: 'Again',
        email: 'ada@again.example',
        user_name: 'ada-again',
        password: NEW_PASSWORD,
        repeatedPassword: NEW_PASSWORD,
      },
    };
  },
  updateLicense: async (app) => (await licensed(app), license(app)),
  licenseDetails: licensed,
  licenseDta: licensed,
};
