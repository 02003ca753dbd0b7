import { asActor, type SignInCall } from './call.ts';
import { cancelCodes } from './codes/code-store.ts';
import { markVerified, type Person } from './person-store.ts';

/** Whoever was invited and has a certificate to sign in with needs the invitation no more. */
export async function answerInvitation(
  { db, now, audit }: Pick<SignInCall, 'db' | 'now' | 'audit'>,
  person: Person,
): Promise<void> {
  if (person.verified) return;
  await markVerified(db, person.id, now);
  await cancelCodes(db, person.id, 'verify', now);
  audit({
    ...asActor(person),
    as: { action: 'UPDATE', resource: 'USER', result: 'success' },
    before: { verified: false },
    after: { verified: true },
  });
}
