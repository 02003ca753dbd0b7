import type { areas } from '@signet/contract';
import { newId } from '../../ids.ts';
import { evaluationLicense } from '../../license/evaluation.ts';
import type { TestApp } from '../../testing/app.ts';
import { giveLicense } from '../../testing/licenses.ts';
import { nordmark, type SampleOf, type SamplesOf } from '../../testing/sample.ts';

const APP = 'ca_manager';
const MANAGE = 'manage_ca_manager_license';
const VIEW = ['view_ca_manager_license', MANAGE] as const;

/** Umbra gets 500 certificates and hands 100 on to Nordmark. */
async function licensed(app: TestApp): Promise<string> {
  await giveLicense(app, 'umbra-trust', APP, { certificates: 500 });
  await giveLicense(app, 'nordmark-lb', APP, { certificates: 100 });
  return nordmark(app);
}

const one: SampleOf = async (app) => ({ params: { id: await licensed(app), app: APP }, needs: VIEW });
const edited: SampleOf = async (app) => ({
  params: { id: await licensed(app), app: APP },
  needs: MANAGE,
  body: {
    license_feature_version: 'v1',
    features: [{ name: 'certificates', attributes: { limit: 120 }, old_limit: 100 }],
  },
});
const told = { features: [{ name: 'certificates', quantity: 100, updated_limit: 100 }] };
const historyOf: SampleOf = async (app) => ({ params: { account: await licensed(app), app: APP }, needs: VIEW });

export const licensesSamples: SamplesOf<typeof areas.licenses> = {
  platformUsage: () => ({ params: { app: APP }, needs: VIEW }),
  usageOfAll: async (app) => ({ params: { id: await licensed(app) } }),
  usage: one,
  update: async (app) => ({ ...(await edited(app)), headers: { 'idempotency-key': newId() } }),
  preview: edited,
  allocationEvent: async (app) => ({
    params: { id: await licensed(app) },
    needs: MANAGE,
    body: { ...told, app_code: APP },
  }),
  allocationEventOfApp: async (app) => ({ params: { id: await licensed(app), app: APP }, needs: MANAGE, body: told }),
  limit: historyOf,
  history: historyOf,
  historyDetails: historyOf,
  historyExport: historyOf,
  whatIfAct: async (app) => ({
    params: { id: await licensed(app) },
    query: { act: 'delete' },
    needs: 'manage_account',
  }),
  whatIfLicense: async (app) => ({ body: { body: await evaluationLicense(app.clock.now()) } }),
};
