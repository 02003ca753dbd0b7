/** Issuing certificates, beside the bare signature, answering for them, and the list of them. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { makeKeyAndRequest } from '../../console/src/pkcs/request.ts';
import type { CERTIFICATE_SORT } from '@signet/contract/areas/certificate-record';
import { accountsSeen, certificatesSeen, id, type Person, type Plan } from '../seed/plan.ts';
import { addressOf, type Api } from '../load/api.ts';
import { statusRequest } from './status-request.ts';
import { listCases, type ListSpec, type Where } from './list.ts';
import { CONNECTIONS, DONE, type Case, type Memory, type Turn, type World } from './case.ts';

const AREA = 'Certificate authority';
const signing = promisify(sign);
/** As large as what is signed of a certificate or an answer, near enough. */
const CONTENT = randomBytes(700);
const BARE = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey,
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};

const COLUMNS = `c.id, c.serial, c.common_name, c.subject_text, c.email, c.key_type, c.valid_from, c.valid_to,
  c.created_at, c.revoked_at, c.revocation_reason, c.enabled, c.purposes, c.account_id, a.name as account_name,
  c.authority_id, ca.name as authority_name, p.name as profile_name, c.user_id, u.name as person_name,
  u.user_name, u.service_user`;
const JOINS = `left join account a on a.id = c.account_id
  left join certificate_authority ca on ca.id = c.authority_id
  left join certificate_profile p on p.id = c.profile_id
  left join app_user u on u.id = c.user_id`;

type Issued = { certificate: string; chain: string[] };

/** Each connection has a key of its own, for which it asks again and again. */
async function requestOf(memory: Memory): Promise<string> {
  const known = memory.get('csr');
  if (known !== undefined) return known;
  const { request } = await makeKeyAndRequest('ec_p256', 'Bench');
  memory.set('csr', request.pem);
  return request.pem;
}

/** For a person of their own each time, as they come to it: nobody has as many certificates as are issued here. */
async function issue(plan: Plan, api: Api, turn: Turn, world: World, memory: Memory): Promise<Issued> {
  const person = id(plan, 'user', (turn.n * CONNECTIONS + turn.lane) % plan.users);
  const path = `/account/ui-api/v1/user/${person}/client-auth-certificate`;
  const issued = await api.ask<Issued>('POST', path, {
    token: world.tokens.system,
    body: { csr: await requestOf(memory) },
  });
  if (!issued.certificate.includes('BEGIN CERTIFICATE')) throw new Error('No certificate was issued.');
  return issued;
}

const issuing = (plan: Plan): Case => ({
  area: AREA,
  name: 'issued for a request, beside an RSA 3072 signature',
  viewer: 'system',
  async api(api, turn, world, memory) {
    await issue(plan, api, turn, world, memory);
    return DONE;
  },
  async floor() {
    await signing('sha256', CONTENT, BARE.rsa);
    return DONE;
  },
});

/** Where a connection asks: a certificate of its own, issued at its first turn. */
async function questionOf(plan: Plan, api: Api, turn: Turn, world: World, memory: Memory): Promise<string> {
  const known = memory.get('question');
  if (known !== undefined) return known;
  const { certificate, chain } = await issue(plan, api, turn, world, memory);
  const { path } = statusRequest(certificate, chain[0] ?? '');
  memory.set('question', path);
  memory.set('certificate', certificate);
  memory.set('issuer', chain[0] ?? '');
  return path;
}

const from = ({ lane, n }: Turn): string => addressOf(n * CONNECTIONS + lane);
/** The first octets of a successful answer (RFC 6960, 4.2.1): a sequence whose status is nought. */
function expectSuccess(answer: Buffer): void {
  if (answer[4] !== 0x0a || answer[6] !== 0) throw new Error('The status was not answered.');
}

const kept = (plan: Plan): Case => ({
  area: AREA,
  name: 'status (OCSP), as caches ask, beside reading the row',
  viewer: null,
  async api(api, turn, world, memory) {
    const path = await questionOf(plan, api, turn, world, memory);
    expectSuccess(await api.octets(path, { from: from(turn) }));
    return DONE;
  },
  async floor(db) {
    await db.ask(
      'select serial, revoked_at, revocation_reason from certificate where authority_id = $1 and serial = $2',
      [id(plan, 'account', 0), CONTENT.subarray(0, 16)],
    );
    return DONE;
  },
});

const anew = (plan: Plan): Case => ({
  area: AREA,
  name: 'status (OCSP) with a nonce, beside a P-256 signature',
  viewer: null,
  async api(api, turn, world, memory) {
    await questionOf(plan, api, turn, world, memory);
    const { path } = statusRequest(memory.get('certificate') ?? '', memory.get('issuer') ?? '', randomBytes(16));
    expectSuccess(await api.octets(path, { from: from(turn) }));
    return DONE;
  },
  async floor() {
    await signing('sha256', CONTENT, BARE.ec);
    return DONE;
  },
});

function visible(plan: Plan, person: Person): Where {
  const shown = `c.cert_type = 'end_entity' and c.state <> 'intended'`;
  if (person === 'system')
    return { sql: `${shown} and (c.account_id is null or c.owner_account_id is not null)`, values: [] };
  if (person === 'partner') return { sql: `${shown} and c.owner_account_id = $1`, values: [id(plan, 'account', 1)] };
  return {
    sql: `${shown} and c.account_id = any($1::uuid[]) and c.owner_account_id is not null`,
    values: [accountsSeen(plan, person).map((n) => id(plan, 'account', n))],
  };
}

const list = (plan: Plan): ListSpec<(typeof CERTIFICATE_SORT)[number]> => ({
  area: 'Certificates',
  kind: 'certificate',
  path: '/account/ui-api/v1/certificate',
  from: 'certificate c',
  id: 'c.id',
  columns: COLUMNS,
  record: COLUMNS,
  joins: JOINS,
  order: { common_name: 'c.common_name collate "und-x-icu"', created_at: 'c.created_at', valid_to: 'c.valid_to' },
  sortedBy: 'common_name',
  unique: [],
  searched: 'c.subject_folded',
  visible: (person) => visible(plan, person),
  numbers: (person) => certificatesSeen(plan, person),
});

/** The list comes first: what is issued here belongs to it. */
export const certificateCases = (plan: Plan): Case[] => [
  ...listCases(plan, list(plan)),
  issuing(plan),
  kept(plan),
  anew(plan),
];
