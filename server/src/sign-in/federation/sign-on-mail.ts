/** Tells somebody that they sign in by single sign-on, and where. */
import { FEDERATED_METHODS } from '@signet/contract/areas/sign-in-method-rules';
import type { Locale } from '@signet/contract/locales';
import { Problem } from '@signet/contract/problem';
import type { Db } from '../../db/open.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import { methodStates } from '../method-store.ts';
import type { Reachable } from '../passwords/reset.ts';

/** Writes the mail, in the caller's transaction. Throws SINGLE_SIGN_ON_OFF where the account has no provider on. */
export async function tellOfSignOn(tx: Db, runtime: Runtime, person: Reachable & { locale: Locale }): Promise<void> {
  const states = await methodStates(tx, person.id);
  if (!FEDERATED_METHODS.some((method) => states[method])) throw new Problem('SINGLE_SIGN_ON_OFF');
  await queueMail(tx, runtime, {
    to: person.email,
    locale: person.locale,
    kind: 'single-sign-on',
    userId: person.id,
    link: `${runtime.publicUrl}/account/login`,
    params: { name: person.name, user_name: person.user_name },
  });
}
