/** Tokens of OAuth clients: by their secret, asked about, and used; and the list of an account's clients. */
import { createHash, randomBytes } from 'node:crypto';
import type { ListOf } from '@signet/contract/paging';
import { addressOf, type Api } from '../load/api.ts';
import type { Bare } from '../load/bare.ts';
import { clientIdOf, clientSecretOf } from '../seed/oauth-clients.ts';
import { id, ofCleo, type Plan } from '../seed/plan.ts';
import { CONNECTIONS, DONE, type Answer, type Case, type Turn } from './case.ts';

const AREA = 'OAuth';

/** Each connection is the client of another of Cleo's accounts, whose license and service nothing ends. */
const accountFor = (plan: Plan, { lane }: Turn): number => ofCleo(plan)[lane % ofCleo(plan).length] ?? 1;
const from = ({ lane, n }: Turn): string => addressOf(n * CONNECTIONS + lane);

async function issue(api: Api, plan: Plan, turn: Turn): Promise<string> {
  const account = accountFor(plan, turn);
  const { access_token: token } = await api.ask<{ access_token: string }>('POST', '/oauth/token', {
    form: { fields: { grant_type: 'client_credentials' }, by: [clientIdOf(account), clientSecretOf(account)] },
    from: from(turn),
  });
  if (!token.startsWith('signet_access_')) throw new Error('The client got no token.');
  return token;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Finds the client by its secret, and keeps a token of it. */
async function keep(db: Bare, plan: Plan, turn: Turn, text: string): Promise<Answer> {
  const account = accountFor(plan, turn);
  const now = new Date();
  const [client] = await db.ask<{ id: string }>(
    `select c.id from oauth_client c join account a on a.id = c.account_id
      join oauth_client_secret s on s.client_id = c.id
      where c.client_id = $1 and c.enabled and a.active and s.secret_hash = $2`,
    [clientIdOf(account), hashOf(clientSecretOf(account)).toString('hex')],
  );
  if (!client) throw new Error('The client of the floor is not there.');
  await db.ask(
    `insert into oauth_artifact (id_hash, kind, payload, oauth_client_id, created_at, expires_at)
      values ($1, 'ClientCredentials', $2, $3, $4, $5)`,
    [hashOf(text), { scope: 'view_account' }, client.id, now, new Date(now.getTime() + 600_000)],
  );
  return DONE;
}

const newText = (): string => randomBytes(24).toString('base64url');

const token = (plan: Plan): Case => ({
  area: AREA,
  name: 'token by client credentials',
  viewer: null,
  async api(api, turn) {
    await issue(api, plan, turn);
    return DONE;
  },
  floor: (db, turn) => keep(db, plan, turn, newText()),
});

const introspection = (plan: Plan): Case => ({
  area: AREA,
  name: 'introspection',
  viewer: null,
  async api(api, turn, _world, memory) {
    const text = memory.get('token') ?? (await issue(api, plan, turn));
    memory.set('token', text);
    const account = accountFor(plan, turn);
    const { active } = await api.ask<{ active: boolean }>('POST', '/oauth/token/introspection', {
      form: { fields: { token: text }, by: [clientIdOf(account), clientSecretOf(account)] },
      from: from(turn),
    });
    if (!active) throw new Error('The token is not active.');
    return DONE;
  },
  async floor(db, turn, _world, memory) {
    const text = memory.get('token') ?? newText();
    if (!memory.has('token')) await keep(db, plan, turn, text);
    memory.set('token', text);
    const rows = await db.ask(
      `select t.payload from oauth_artifact t join oauth_client c on c.id = t.oauth_client_id
        where t.id_hash = $1 and t.expires_at > $2 and c.enabled and c.client_id = $3`,
      [hashOf(text), new Date(), clientIdOf(accountFor(plan, turn))],
    );
    if (rows.length !== 1) throw new Error('The token of the floor is not there.');
    return DONE;
  },
});

const clients = (plan: Plan): Case => {
  const account = id(plan, 'account', ofCleo(plan)[0] ?? 1);
  return {
    area: 'OAuth clients',
    name: 'of an account',
    viewer: 'account',
    async api(api, _turn, world) {
      const path = `/account/ui-api/v1/oauth/clients/account/${account}`;
      const { items } = await api.ask<ListOf<{ id: string }>>('GET', path, { token: world.tokens.account });
      return { rows: items.length, fingerprint: items.map((one) => one.id).join(' ') };
    },
    async floor(db) {
      const rows = await db.ask<{ id: string }>(
        `select c.*, array(select s.last_four from oauth_client_secret s where s.client_id = c.id) as secrets
          from oauth_client c where c.account_id = $1 order by lower(c.name), c.id`,
        [account],
      );
      return { rows: rows.length, fingerprint: rows.map((one) => one.id).join(' ') };
    },
  };
};

export const oauthCases = (plan: Plan): Case[] => [token(plan), introspection(plan), clients(plan)];
