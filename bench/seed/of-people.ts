/** What people have of their own: certificates by which they sign in, settings of lists, runs of bulk acts. */
import { createHash } from 'node:crypto';
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { CERTIFICATES_OF_ONE, CERTIFIED, dayFrom, id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';
import { userOf } from './users.ts';

const DAY = 86_400_000;
/** How many people, or fewer on a platform that has fewer. */
const certified = (plan: Plan): number => Math.min(CERTIFIED, plan.users);

const CERTIFICATE = [
  'id',
  'serial',
  'state',
  'cert_type',
  'purposes',
  'account_id',
  'user_id',
  'name',
  'common_name',
  'subject_text',
  'issuer_text',
  'email',
  'key_type',
  'valid_from',
  'valid_to',
  'certificate',
  'fingerprint',
  'created_at',
  'updated_at',
] as const;

/** Uploaded ones, as of another authority, which end in a year, so that nobody is reminded of one. */
function* ownCertificateRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < certified(plan) * CERTIFICATES_OF_ONE; n += 1) {
    const user = userOf(plan, Math.floor(n / CERTIFICATES_OF_ONE));
    const at = new Date(Date.parse(`${dayFrom(plan, -10)}T00:00:00Z`));
    const digest = createHash('sha256').update(`own certificate ${n}`).digest();
    yield [
      id(plan, 'ownCertificate', n),
      digest.subarray(0, 16),
      'issued',
      'end_entity',
      ['client_auth'],
      id(plan, 'account', user.accounts[0] ?? 0),
      user.id,
      `Device ${(n % CERTIFICATES_OF_ONE) + 1}`,
      user.name,
      `CN=${user.name}`,
      'CN=Elsewhere',
      `${user.userName}@people.example`,
      'ec_p256',
      at,
      new Date(at.getTime() + 365 * DAY),
      digest,
      digest.toString('hex'),
      at,
      at,
    ];
  }
}

const SETTING = ['user_id', 'list', 'value', 'updated_at'] as const;
const LISTS = ['accounts', 'administrators', 'certificates', 'organizations', 'seats'] as const;

function* settingRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < certified(plan); n += 1)
    for (const list of LISTS)
      yield [
        id(plan, 'user', n),
        list,
        '{"filters":{"status":"active"},"hidden_columns":["phone"]}',
        new Date(madeAt(plan, n, plan.users)),
      ];
}

const RUN = [
  'id',
  'made_by',
  'act',
  'input',
  'effects',
  'typed',
  'made_at',
  'expires_at',
  'run_by',
  'started_at',
  'ended_at',
  'row_count',
  'change_count',
  'settled_count',
  'done_count',
  'failed_count',
  'seen_at',
] as const;
const HOUR = 3_600_000;

/** Runs of the last weeks, a tenth of Ada's, the others of some hundred people; all ended and were looked at. */
function* runRows(plan: Plan): Generator<Value[]> {
  const begin = Date.parse(`${dayFrom(plan, -25)}T00:00:00Z`);
  for (let n = 0; n < plan.plans; n += 1) {
    const at = new Date(begin + Math.floor((24 * DAY * n) / plan.plans));
    const ended = new Date(at.getTime() + 60_000);
    const by = draw(n, 47) < 0.1 ? 0 : 3 + Math.floor(draw(n, 48) * Math.min(200, plan.users - 3));
    yield [
      id(plan, 'plan', n),
      id(plan, 'user', by),
      'accounts.language',
      '{"locale":"de_DE"}',
      '{}',
      false,
      at,
      new Date(at.getTime() + HOUR),
      '{"by":"session"}',
      at,
      ended,
      200,
      190,
      190,
      190,
      0,
      ended,
    ];
  }
}

export const ofPeopleSteps = (plan: Plan): Step[] => [
  {
    name: 'certificates, settings and runs of people',
    rows: certified(plan) * (CERTIFICATES_OF_ONE + LISTS.length) + plan.plans,
    async run(client) {
      await copyRows(client, 'certificate', CERTIFICATE, ownCertificateRows(plan));
      await copyRows(client, 'list_setting', SETTING, settingRows(plan));
      await copyRows(client, 'bulk_plan', RUN, runRows(plan));
    },
  },
];
