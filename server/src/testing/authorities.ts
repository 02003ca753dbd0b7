/** The platform's authorities, for tests: with keys that are made in a millisecond. */
import { generateKeyPairSync } from 'node:crypto';
import { authorityFor } from '../authority/authority-store.ts';
import { issue, type IssuedCertificate, type Order } from '../authority/issue.ts';
import { builtInProfile } from '../authority/profile-store.ts';
import { setUpAuthorities } from '../authority/set-up-store.ts';
import type { TestApp } from './app.ts';

/** Makes them as the job does after the set-up; answers the id of the one that signs for all accounts. */
export async function withAuthorities({ runtime, clock }: TestApp): Promise<string> {
  const id = await setUpAuthorities(runtime, clock.now(), { keyType: 'ec_p256' });
  if (id === null) throw new Error('There are authorities already, or no platform.');
  return id;
}

/** A key pair as somebody's program makes it: PKCS #8 and SubjectPublicKeyInfo, DER. */
export function newKeyPair() {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });
}

/** A certificate for client authentication by the platform's authority, without an endpoint. */
export async function issueFor(
  { runtime, clock }: TestApp,
  more: Partial<Order> & { common_name?: string } = {},
): Promise<IssuedCertificate & { privateKey: Buffer }> {
  const now = clock.now();
  const { common_name = 'Cleo Marchetti', ...rest } = more;
  const { publicKey, privateKey } = newKeyPair();
  const issued = await runtime.db.transaction().execute(async (tx) => {
    const authorityId = await authorityFor(tx, rest.belongsTo?.accountId ?? null, now);
    if (authorityId === null) throw new Error('There is no authority.');
    const profile = await builtInProfile(tx, 'client_auth');
    const order: Order = { profile, subject: { common_name }, publicKey, keyType: 'ec_p256', by: null, ...rest };
    return issue(runtime, tx, authorityId, order, now);
  });
  return { ...issued, privateKey };
}
