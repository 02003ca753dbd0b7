/** Certificates of accounts as rows to copy: what lists show of them. Nobody reads the certificates themselves. */
import { createHash } from 'node:crypto';
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { personName, plainName } from './names.ts';
import { accountInTurn, id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';

const COLUMNS = [
  'id',
  'serial',
  'state',
  'cert_type',
  'purposes',
  'account_id',
  'enabled',
  'common_name',
  'subject_text',
  'issuer_text',
  'email',
  'key_type',
  'valid_from',
  'valid_to',
  'certificate',
  'fingerprint',
  'revoked_at',
  'revocation_reason',
  'created_at',
  'updated_at',
] as const;

const DAY = 86_400_000;
/** Names of the certified begin where those of other people can't reach. */
const OTHERS = 30_000_000;

/** Ten for each account, each good for a year: one of twenty is revoked, one of forty disabled. */
function* certificateRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.certificates; n += 1) {
    const { first, last } = personName(OTHERS + n);
    const name = `${first} ${last}`;
    const email = `${plainName(OTHERS + n)}@certified.example`;
    const madeAtDate = new Date(madeAt(plan, n, plan.certificates));
    const revoked = draw(n, 21) < 0.05;
    const digest = createHash('sha256').update(`certificate ${n}`).digest();
    yield [
      id(plan, 'certificate', n),
      digest.subarray(0, 16),
      revoked ? 'revoked' : 'issued',
      'end_entity',
      ['client_auth'],
      id(plan, 'account', accountInTurn(plan, n)),
      draw(n, 22) >= 0.025,
      name,
      `CN=${name}`,
      'CN=Bench',
      email,
      'ec_p256',
      madeAtDate,
      new Date(madeAtDate.getTime() + 365 * DAY),
      digest,
      digest.toString('hex'),
      revoked ? madeAtDate : null,
      revoked ? 'superseded' : null,
      madeAtDate,
      madeAtDate,
    ];
  }
}

export const certificateSteps = (plan: Plan): Step[] => [
  {
    name: 'certificates',
    rows: plan.certificates,
    run: (client) => copyRows(client, 'certificate', COLUMNS, certificateRows(plan)),
  },
];
