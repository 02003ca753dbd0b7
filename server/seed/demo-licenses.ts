/**
 * Licenses of the demo: partners have theirs from the platform, their customers from them, over months; what is used of
 * them grows as days go by. One feature nears its end, one is used up, one has no limit.
 */
import { UNLIMITED, type LicenseGeneration } from '@signet/contract/licensed-features';
import type { AppCode } from '@signet/contract/viewer';
import { newId } from '../src/ids.ts';
import { allocate } from '../src/license-ledger/allocate-store.ts';
import { consume } from '../src/license-ledger/use-store.ts';
import type { Demo, FurnishStep } from './demo.ts';

type Of = { account: string; app: AppCode };
/** So many days ago the limits of some features became these. */
type Limits = Of & { ago: number; limits: Readonly<Record<string, number>>; reset?: boolean };
/** From so many days ago until yesterday `quantity` was used, a part at each of `times`. */
type Growth = Of & { feature: string; subject: string; ago: number; quantity: number; times: number };

/** Who counts in the second generation, whatever was given when. */
const SECOND: readonly Of[] = ['umbra-trust', 'nordmark-lb', 'banco-miralta', 'aalto-clearing'].flatMap((account) =>
  (
    [
      'ca_manager',
      'document_signing_manager',
      'secure_software_manager',
      'discovery_automation_manager',
      'device_manager',
    ] as const
  ).map((app) => ({ account, app })),
);

const LIMITS: readonly Limits[] = [
  {
    account: 'umbra-trust',
    app: 'ca_manager',
    ago: 340,
    limits: { root_ca_units: 3, issuing_ca_units: 12, certificate_units: 6_000 },
  },
  {
    account: 'umbra-trust',
    app: 'document_signing_manager',
    ago: 340,
    limits: { signer_units: 40, signature_units: 1_500 },
  },
  {
    account: 'umbra-trust',
    app: 'secure_software_manager',
    ago: 338,
    limits: { key_pair_units: 60, hardware_key_pair_units: 6, signature_units: 3_000 },
  },
  {
    account: 'umbra-trust',
    app: 'discovery_automation_manager',
    ago: 338,
    limits: { sensor_units: 6, agent_units: 60, discovered_certificate_units: UNLIMITED },
  },
  {
    account: 'nordmark-lb',
    app: 'ca_manager',
    ago: 330,
    limits: { root_ca_units: 1, issuing_ca_units: 4, certificate_units: 3_300 },
  },
  {
    account: 'nordmark-lb',
    app: 'document_signing_manager',
    ago: 330,
    limits: { signer_units: 30, signature_units: 1_200 },
  },
  {
    account: 'nordmark-lb',
    app: 'secure_software_manager',
    ago: 310,
    limits: { key_pair_units: 60, hardware_key_pair_units: 2, signature_units: 2_000 },
  },
  {
    account: 'nordmark-lb',
    app: 'discovery_automation_manager',
    ago: 300,
    limits: { sensor_units: 4, agent_units: 40, discovered_certificate_units: UNLIMITED },
  },
  { account: 'banco-miralta', app: 'ca_manager', ago: 290, limits: { certificate_units: 1_000, issuing_ca_units: 2 } },
  { account: 'aalto-clearing', app: 'ca_manager', ago: 270, limits: { certificate_units: 800, issuing_ca_units: 2 } },
  { account: 'aalto-clearing', app: 'device_manager', ago: 270, limits: { device_units: 300 } },
  {
    account: 'calder-identity',
    app: 'ca_manager',
    ago: 262,
    limits: { certificate_authorities: 9, certificates: 4_800 },
  },
  {
    account: 'calder-identity',
    app: 'document_signing_manager',
    ago: 255,
    limits: { signers: 38, signatures: 900 },
  },
  {
    account: 'calder-identity',
    app: 'discovery_automation_manager',
    ago: 231,
    limits: { sensors: 3, agents: 55, certificates: 3_400 },
  },
  { account: 'eastmere-payments', app: 'ca_manager', ago: 224, limits: { certificates: 1_600 } },
  { account: 'eastmere-payments', app: 'document_signing_manager', ago: 219, limits: { signers: 20, signatures: 600 } },
  { account: 'calder-identity', app: 'device_manager', ago: 176, limits: { devices: 420, divisions: 4 } },
  { account: 'calder-identity', app: 'device_trust_manager', ago: 148, limits: { devices: 640, firmware_updates: 18 } },
  { account: 'nordmark-lb', app: 'ca_manager', ago: 104, limits: { certificate_units: 4_200 } },
  { account: 'nordmark-lb', app: 'document_signing_manager', ago: 104, limits: { signer_units: 25 } },
  {
    account: 'calder-identity',
    app: 'ca_manager',
    ago: 83,
    limits: { certificate_authorities: 12, certificates: 6_100 },
  },
  {
    account: 'calder-identity',
    app: 'document_signing_manager',
    ago: 71,
    limits: { signers: 43, signatures: 1_250 },
  },
  { account: 'calder-identity', app: 'device_trust_manager', ago: 58, limits: { firmware_updates: 31 } },
  { account: 'nordmark-lb', app: 'ca_manager', ago: 50, limits: { certificate_units: 4_800, issuing_ca_units: 6 } },
  { account: 'calder-identity', app: 'enterprise_manager', ago: 44, limits: { seats: 200, certificates: 400 } },
  { account: 'eastmere-payments', app: 'enterprise_manager', ago: 40, limits: { seats: 80, certificates: 160 } },
  { account: 'calder-identity', app: 'discovery_automation_manager', ago: 36, limits: { agents: 72 } },
  { account: 'nordmark-lb', app: 'secure_software_manager', ago: 20, limits: { key_pair_units: 40 }, reset: true },
  { account: 'calder-identity', app: 'document_signing_manager', ago: 12, limits: { signers: 46 } },
  { account: 'nordmark-lb', app: 'ca_manager', ago: 3, limits: { certificate_units: 5_000 } },
];

const USES: readonly Growth[] = [
  {
    account: 'nordmark-lb',
    app: 'ca_manager',
    feature: 'certificate_units',
    subject: 'certificate',
    ago: 300,
    quantity: 4_712,
    times: 24,
  },
  {
    account: 'nordmark-lb',
    app: 'ca_manager',
    feature: 'issuing_ca_units',
    subject: 'ca',
    ago: 280,
    quantity: 4,
    times: 4,
  },
  {
    account: 'nordmark-lb',
    app: 'ca_manager',
    feature: 'root_ca_units',
    subject: 'ca',
    ago: 281,
    quantity: 1,
    times: 1,
  },
  {
    account: 'nordmark-lb',
    app: 'document_signing_manager',
    feature: 'signer_units',
    subject: 'signer',
    ago: 240,
    quantity: 13,
    times: 13,
  },
  {
    account: 'nordmark-lb',
    app: 'document_signing_manager',
    feature: 'signature_units',
    subject: 'signature',
    ago: 240,
    quantity: 460,
    times: 12,
  },
  {
    account: 'nordmark-lb',
    app: 'secure_software_manager',
    feature: 'hardware_key_pair_units',
    subject: 'key_pair',
    ago: 90,
    quantity: 2,
    times: 2,
  },
  {
    account: 'nordmark-lb',
    app: 'secure_software_manager',
    feature: 'key_pair_units',
    subject: 'key_pair',
    ago: 200,
    quantity: 24,
    times: 8,
  },
  {
    account: 'nordmark-lb',
    app: 'secure_software_manager',
    feature: 'signature_units',
    subject: 'signature',
    ago: 200,
    quantity: 1_204,
    times: 10,
  },
  {
    account: 'nordmark-lb',
    app: 'discovery_automation_manager',
    feature: 'discovered_certificate_units',
    subject: 'certificate',
    ago: 180,
    quantity: 11_208,
    times: 6,
  },
  {
    account: 'nordmark-lb',
    app: 'discovery_automation_manager',
    feature: 'sensor_units',
    subject: 'sensor',
    ago: 9,
    quantity: 2,
    times: 2,
  },
  {
    account: 'banco-miralta',
    app: 'ca_manager',
    feature: 'certificate_units',
    subject: 'certificate',
    ago: 250,
    quantity: 410,
    times: 8,
  },
  {
    account: 'aalto-clearing',
    app: 'ca_manager',
    feature: 'certificate_units',
    subject: 'certificate',
    ago: 200,
    quantity: 744,
    times: 8,
  },
  {
    account: 'aalto-clearing',
    app: 'device_manager',
    feature: 'device_units',
    subject: 'device',
    ago: 200,
    quantity: 120,
    times: 6,
  },
  {
    account: 'eastmere-payments',
    app: 'ca_manager',
    feature: 'certificates',
    subject: 'certificate',
    ago: 215,
    quantity: 1_130,
    times: 10,
  },
  {
    account: 'eastmere-payments',
    app: 'document_signing_manager',
    feature: 'signers',
    subject: 'signer',
    ago: 212,
    quantity: 11,
    times: 11,
  },
  {
    account: 'eastmere-payments',
    app: 'document_signing_manager',
    feature: 'signatures',
    subject: 'signature',
    ago: 205,
    quantity: 388,
    times: 9,
  },
  {
    account: 'eastmere-payments',
    app: 'enterprise_manager',
    feature: 'seats',
    subject: 'seat',
    ago: 35,
    quantity: 22,
    times: 6,
  },
];

/** When the platform of the demo got its license: before everything that is given of it. */
export const licensedSince = (now: Date): Date => daysAgo(now, 345);

const MINUTE = 60_000;
/** So many days before `now`, at some hour of the day. */
const daysAgo = (now: Date, days: number, n = 0): Date =>
  new Date(now.getTime() - (days * 1_440 + ((n * 67) % 400)) * MINUTE);

type Step = { at: Date; run: () => Promise<void> };

/** New limits: from the platform by Ada, from a partner by one of its people. */
function giving({ db, now, accountIds, personIds, accounts }: Demo, limits: Limits, n: number): Step {
  const at = daysAgo(now, limits.ago, n);
  const account = accounts.find(({ identifier }) => identifier === limits.account);
  const partner = account?.partner;
  const [userName, name] = partner === 'umbra-trust' ? ['ben', 'Ben Okafor'] : ['ada', 'Ada Lindqvist'];
  const generation = generationOf(limits);
  return {
    at,
    async run() {
      const id = accountIds.get(limits.account) ?? '';
      const before = await limitsOf(db, id, limits.app, generation);
      await allocate(
        db,
        {
          account: {
            id,
            partner_account_id: partner === undefined ? null : (accountIds.get(partner) ?? null),
            type: account?.type ?? 'standard',
          },
          app: limits.app,
          generation,
          rows: Object.entries(limits.limits).map(([feature, limit]) => ({
            name: feature,
            limit,
            old_limit: before.get(feature) ?? 0,
            reset: limits.reset ?? false,
          })),
          scope: 'system',
        },
        { operationId: newId(), by: { id: personIds.get(userName) ?? '', name }, now: at },
      );
    },
  };
}

/** Uses that come one after the other, the last one yesterday. */
function using(
  { db, now, accountIds }: Demo,
  { account, app, feature, subject, ago, quantity, times }: Growth,
): Step[] {
  return Array.from({ length: times }, (_, n) => {
    const part = Math.floor((quantity * (n + 1)) / times) - Math.floor((quantity * n) / times);
    const at = daysAgo(now, times === 1 ? ago : ago - ((ago - 1) * n) / (times - 1));
    return {
      at,
      run: () =>
        consume(db, {
          app,
          feature,
          account: accountIds.get(account) ?? null,
          subject: { kind: subject, id: newId() },
          quantity: part,
          now: at,
        }),
    };
  });
}

const generationOf = ({ account, app }: Of): LicenseGeneration =>
  SECOND.some((one) => one.account === account && one.app === app) ? 'v2' : 'v1';

async function limitsOf(
  db: Demo['db'],
  account: string,
  app: AppCode,
  generation: LicenseGeneration,
): Promise<Map<string, number>> {
  const pools = await db
    .selectFrom('license_pool')
    .select(['feature', 'unlimited', 'held', 'handed_on'])
    .where('account_id', '=', account)
    .where('app_code', '=', app)
    .where('generation', '=', generation)
    .execute();
  return new Map(
    pools.map(({ feature, unlimited, held, handed_on }) => [
      feature,
      unlimited ? UNLIMITED : Number(held) + Number(handed_on),
    ]),
  );
}

/** Accounts with a license of the second generation show that one; everybody is given theirs, and uses it. */
export const furnishLicenses: FurnishStep = async (demo) => {
  const { db, accountIds } = demo;
  await db
    .insertInto('account_license')
    .values(
      SECOND.map(({ account, app }) => ({
        account_id: accountIds.get(account) ?? '',
        app_code: app,
        feature_version: 'v2' as const,
      })),
    )
    .execute();
  // The books go forward in time.
  const steps = [...LIMITS.map((one, n) => giving(demo, one, n)), ...USES.flatMap((one) => using(demo, one))];
  for (const { run } of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await run();
  return {};
};
