/** Client certificates of the demo platform, in every state. Nobody has their keys. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { issueForPerson } from '../src/authority/person-certificate-store.ts';
import { revokeCertificate } from '../src/authority/revocation-store.ts';
import type { Runtime } from '../src/runtime.ts';
import { between, endOf, onceIssued } from './demo-certificates.ts';
import { newPrivateKey } from '../src/x509/signer.ts';

type DemoCertificate = {
  of: string;
  by: string;
  name: string;
  /** In how many days it ends. */
  ends: number;
  enabled?: false;
  revoked?: true;
};

const CERTIFICATES: readonly DemoCertificate[] = [
  { of: 'cleo', by: 'cleo', name: 'Laptop', ends: 340 },
  { of: 'cleo', by: 'cleo', name: 'Phone', ends: 12 },
  { of: 'cleo', by: 'ada', name: 'Desk in Hamburg', ends: 90, enabled: false },
  { of: 'cleo', by: 'cleo', name: 'Lost laptop', ends: 200, revoked: true },
  { of: 'cleo', by: 'cleo', name: 'First laptop', ends: -1 },
  { of: 'dora', by: 'cleo', name: 'Card issuing server', ends: 25 },
  { of: 'ada', by: 'ada', name: 'Laptop', ends: 300 },
];

/** So many of seats take their turn before. */
const SEATS_HAVE = 7;

/** Issues them by the platform's authority, which must be there. */
export async function furnishClientCertificates(runtime: Runtime, now: Date): Promise<void> {
  const people = await runtime.db
    .selectFrom('app_user')
    .select(['id', 'name', 'user_name', 'email', 'primary_account_id as account_id'])
    .where('user_name', 'in', [...new Set(CERTIFICATES.map(({ of }) => of))])
    .execute();
  const personOf = (userName: string) => people.find(({ user_name }) => user_name === userName);
  for (const [n, { of, by, name, ends, enabled = true, revoked }] of CERTIFICATES.entries()) {
    const person = personOf(of);
    if (!person) throw new Error(`There is nobody called ${of}.`);
    const key = createPrivateKey({ key: await newPrivateKey('ec_p256'), format: 'der', type: 'pkcs8' });
    const order = {
      publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }),
      keyType: 'ec_p256' as const,
      notAfter: endOf(now, ends, SEATS_HAVE + n),
      name,
      by: personOf(by)?.id ?? null,
    };
    const issued = onceIssued(now, order.notAfter);
    await runtime.db.transaction().execute(async (tx) => {
      const { id } = await issueForPerson(runtime, tx, person, order, issued);
      if (!enabled) await tx.updateTable('certificate').set({ enabled }).where('id', '=', id).execute();
      if (revoked) await revokeCertificate(tx, id, { reason: 'keyCompromise', by: order.by }, between(issued, now));
    });
  }
}
