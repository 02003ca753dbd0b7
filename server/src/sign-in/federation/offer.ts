/** Which ways are offered after a user name was typed, by people who are known and people who are not. */
import {
  FEDERATED_METHODS,
  methodsOn,
  reachable,
  type FederatedMethod,
  type SignInMethod,
} from '@signet/contract/areas/sign-in-method-rules';
import type { Locale } from '@signet/contract/locales';
import type { Db } from '../../db/open.ts';
import { newSecret } from '../../secrets.ts';
import type { SignInCall } from '../call.ts';
import { openLogin } from '../login-store.ts';
import type { Person } from '../person-store.ts';
import { accountById, accountOfName } from './account-store.ts';

/** Of people whose account is not there, or has none that this platform can offer: a password, as everybody else. */
const USUAL: readonly SignInMethod[] = ['standard'];

type Asked = {
  userName: string;
  /** Whose name it is; null for nobody's. */
  person: Pick<Person, 'verified'> | null;
  /** Whether this platform has an address that asks for certificates. */
  hasAddress: boolean;
  /** Whether a name that is not known may be called so. */
  reveals: boolean;
};

/**
 * The ways for a typed user name, in the order in which they are offered; null where the name is to be called unknown.
 * A mail address of a verified domain leads to the provider of its account, whoever it is: an invited person, or one
 * whom the provider brings with the first sign-in. Where unknown names are not revealed, they are offered what known
 * ones of the same account are.
 */
export async function offeredMethods(
  db: Db,
  { userName, person, hasAddress, reveals }: Asked,
): Promise<readonly SignInMethod[] | null> {
  const account = await accountOfName(db, userName);
  const all = account ? methodsOn(reachable(account, hasAddress)) : [];
  const usual = all.length > 0 ? all : USUAL;
  // Invited people whose account has no passwords come in by its other ways, of which none waits for an answer.
  const comes = person && (person.verified || (all.length > 0 && !all.includes('standard')));
  if (comes || !reveals) return usual;
  const federated = all.filter((one) => FEDERATED_METHODS.some((method) => method === one));
  return federated.length > 0 ? federated : null;
}

const FEDERATED_LOGIN = { saml: '/imauth/api/v1/login/saml', oidc: '/imauth/api/v1/login/oidc' } as const;

/** Where the login transaction of `state` is led to a provider. */
export const federatedLogin = (method: FederatedMethod, state: string): string =>
  `${FEDERATED_LOGIN[method]}?${new URLSearchParams({ state }).toString()}`;

/** A sign-in at the provider of an account, for a tab that knows no name yet; null where none is on. */
export async function beginAtProvider(
  { db, runtime, now }: Pick<SignInCall, 'db' | 'runtime' | 'now'>,
  accountId: string,
  locale: Locale,
): Promise<{ url: string | null; standard: boolean }> {
  const account = await accountById(db, accountId);
  const method = FEDERATED_METHODS.find((one) => account?.[one]);
  const standard = account?.standard ?? false;
  if (!method) return { url: null, standard };
  const state = newSecret();
  await openLogin(db, { state, accountId, locale }, now);
  return { url: `${runtime.publicUrl}${federatedLogin(method, state)}`, standard };
}
