/** Signing in with a certificate, until the browser is led back to the console. */
import { signIn } from '@signet/contract/areas/sign-in';
import { Problem } from '@signet/contract/problem';
import { lowered } from '@signet/contract/lowered';
import type { Call } from '../../http/handler.ts';
import { admit } from '../admission.ts';
import { answerInvitation } from '../answer-invitation.ts';
import { asResource, byCertificate, tellingRefusals } from '../call.ts';
import { callbackUrl } from '../callback.ts';
import { closeLogin, nameOfLogin } from '../login-store.ts';
import type { Person } from '../person-store.ts';
import { checkCertificate } from './check.ts';

/** Where the address that asks for certificates signs in. */
export const LOGIN_PATH = signIn.certificateLogin.path;

type LoginCall = Call<typeof signIn.certificateLogin>;

/**
 * Where the sign-in of whoever presents a certificate is completed. With `state`, in the tab that has opened this login
 * transaction, and for the person whose name was entered there; without one, anywhere, once the person has said so.
 * Throws what checkCertificate and admit throw, STATE_EXPIRED, and CLIENT_CERTIFICATE_OTHER_PERSON.
 */
export async function beginByCertificate(call: LoginCall, state: string | null): Promise<string> {
  const { db, presented, now, runtime } = call;
  const entered = state === null ? null : await nameOfLogin(db, state, now);
  if (state !== null && entered === null) throw new Problem('STATE_EXPIRED');
  const { person, certificate } = await checkCertificate(call, presented);
  await tellingRefusals(call, { ...asResource(person), ...byCertificate(certificate) }, async (told) => {
    if (entered !== null && !isName(person, entered)) throw new Problem('CLIENT_CERTIFICATE_OTHER_PERSON');
    await admit(told, person);
    if (state !== null && !(await closeLogin(db, state))) throw new Problem('STATE_EXPIRED');
  });
  await answerInvitation(call, person);
  const begun = {
    proofs: ['certificate'] as const,
    ...(state === null ? {} : { state }),
    certificateId: certificate.id,
  };
  return `${runtime.publicUrl}${await callbackUrl(call, person.id, begun)}`;
}

const isName = ({ user_name }: Person, entered: string): boolean => lowered(user_name) === lowered(entered);
