/** Outgoing mail as rows to copy, as it stays when it has been sent. */
import { copyRows, type Value } from './copy.ts';
import { draw } from './draw.ts';
import { id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';
import { userOf } from './users.ts';

const COLUMNS = [
  'id',
  'created_at',
  'sent_at',
  'recipient',
  'subject',
  'kind',
  'locale',
  'user_id',
  'status',
  'attempts',
  'error',
] as const;
const SUBJECTS = ['Welcome to Signet', 'Your password was changed', 'A new device signed in', 'A token ends soon'];
/** The tries of one that was given up. */
const TRIES = 8;

/** Three of a hundred failed. None waits, so that the product has nothing to send meanwhile. */
export function* mailRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.mails; n += 1) {
    const user = Math.floor(draw(n, 44) * plan.users);
    const at = new Date(madeAt(plan, n, plan.mails));
    const isSent = draw(n, 45) >= 0.03;
    yield [
      id(plan, 'mail', n),
      at,
      isSent ? at : null,
      `${userOf(plan, user).userName}@people.example`,
      SUBJECTS[n % SUBJECTS.length],
      'notice',
      'en_US',
      id(plan, 'user', user),
      isSent ? 'sent' : 'failed',
      isSent ? 1 : TRIES,
      isSent ? null : '550 no such mailbox',
    ];
  }
}

export const mailSteps = (plan: Plan): Step[] => [
  { name: 'mails', rows: plan.mails, run: (client) => copyRows(client, 'mail', COLUMNS, mailRows(plan)) },
];
