/** What accounts have beside people and organizations, as rows to copy: profiles, templates and features. */
import { TRIAL_ACCOUNT } from '@signet/contract/areas/feature-catalogue';
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { placeName } from './names.ts';
import { accountInTurn, id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';

/** Names begin where those of others can't reach. */
const OTHERS = 80_000_000;

const PROFILE = [
  'id',
  'name',
  'account_id',
  'cert_type',
  'key_usage',
  'purposes',
  'key_types',
  'days',
  'created_at',
  'updated_at',
] as const;

/** One for each of the first accounts. */
function* profileRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.profiles; n += 1) {
    const at = new Date(madeAt(plan, n, plan.profiles));
    yield [
      id(plan, 'profile', n),
      `People of ${placeName(OTHERS + n)} ${n}`,
      id(plan, 'account', accountInTurn(plan, n)),
      'end_entity',
      ['digital_signature'],
      ['client_auth'],
      ['ec_p256'],
      365,
      at,
      at,
    ];
  }
}

const TEMPLATE = ['id', 'name', 'account_id', 'profile_id', 'seat_types', 'created_at', 'updated_at'] as const;

function* templateRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.profiles; n += 1) {
    const at = new Date(madeAt(plan, n, plan.profiles));
    const account = id(plan, 'account', accountInTurn(plan, n));
    const name = `Staff of ${placeName(OTHERS + n)} ${n}`;
    yield [id(plan, 'template', n), name, account, id(plan, 'profile', n), ['user'], at, at];
  }
}

const FEATURE = ['account_id', 'app_code', 'feature_id', 'enabled', 'created_at', 'updated_at'] as const;
const SWITCHED = [
  ['ca_manager', 'public_issuance'],
  ['ca_manager', TRIAL_ACCOUNT],
  ['device_manager', 'bulk_enrollment'],
] as const;

/** Some features of each account were switched once. */
function* featureRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.accounts; n += 1) {
    const at = new Date(madeAt(plan, n, plan.accounts));
    for (const [app, feature] of SWITCHED)
      yield [id(plan, 'account', n + 1), app, feature, feature !== TRIAL_ACCOUNT && draw(n, 46) < 0.5, at, at];
  }
}

export const ofAccountsSteps = (plan: Plan): Step[] => [
  {
    name: 'profiles, templates and features of accounts',
    rows: plan.profiles * 2 + plan.accounts * SWITCHED.length,
    async run(client) {
      await copyRows(client, 'certificate_profile', PROFILE, profileRows(plan));
      await copyRows(client, 'certificate_template', TEMPLATE, templateRows(plan));
      await copyRows(client, 'account_feature', FEATURE, featureRows(plan));
    },
  },
];
