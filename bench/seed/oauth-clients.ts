/** OAuth clients as rows to copy, one for each account, each with its secret. */
import { createHash } from 'node:crypto';
import { copyRows, type Value } from './copy.ts';
import { companyName } from './names.ts';
import { id, madeAt, type Plan } from './plan.ts';
import type { Step } from './step.ts';

/** How the client of an account calls itself, by the account's number, and the secret that it shows. */
export const clientIdOf = (account: number): string => `bench-client-${account}`;
export const clientSecretOf = (account: number): string => `signet_client_bench${account}`;

const CLIENT = ['id', 'account_id', 'client_id', 'name', 'scopes', 'created_at', 'updated_at'] as const;
const SECRET = ['id', 'client_id', 'secret_hash', 'last_four', 'created_at'] as const;

function* clientRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.accounts; n += 1) {
    const at = new Date(madeAt(plan, n, plan.accounts));
    const account = n + 1;
    const name = companyName(n);
    yield [id(plan, 'client', n), id(plan, 'account', account), clientIdOf(account), name, ['view_account'], at, at];
  }
}

function* secretRows(plan: Plan): Generator<Value[]> {
  for (let n = 0; n < plan.accounts; n += 1) {
    const secret = clientSecretOf(n + 1);
    const hash = createHash('sha256').update(secret).digest('hex');
    const own = id(plan, 'client', n);
    yield [own, own, hash, secret.slice(-4), new Date(madeAt(plan, n, plan.accounts))];
  }
}

export const clientSteps = (plan: Plan): Step[] => [
  {
    name: 'OAuth clients with their secrets',
    rows: plan.accounts,
    async run(client) {
      await copyRows(client, 'oauth_client', CLIENT, clientRows(plan));
      await copyRows(client, 'oauth_client_secret', SECRET, secretRows(plan));
    },
  },
];
