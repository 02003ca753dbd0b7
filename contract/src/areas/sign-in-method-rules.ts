/** By which ways the people of an account sign in: pure predicates of both sides. */
import type { Reason } from '../problem.ts';

/** The ways there are. Each is on or off for an account; `saml` and `oidc` lead to the account's identity provider. */
export const SIGN_IN_METHODS = ['standard', 'saml', 'oidc', 'certificate'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];
export type MethodStates = Readonly<Record<SignInMethod, boolean>>;

/** Ways in which somebody else says who a person is. */
export const FEDERATED_METHODS = ['saml', 'oidc'] as const;
export type FederatedMethod = (typeof FEDERATED_METHODS)[number];

/** What an account answers of its ways. */
type AnsweredMethods = {
  sign_in_methods: readonly { signInMethod: string; status: 'enabled' | 'disabled' }[];
  clientAuthCertLoginEnabled: boolean;
};

/** The ways of an account, as the rules ask for them. */
export function methodStatesOf({ sign_in_methods, clientAuthCertLoginEnabled }: AnsweredMethods): MethodStates {
  const isOn = (name: string): boolean =>
    sign_in_methods.some(({ signInMethod, status }) => signInMethod === name && status === 'enabled');
  return {
    standard: isOn('standard'),
    saml: isOn('singleSignOnSaml'),
    oidc: isOn('singleSignOnOidc'),
    certificate: clientAuthCertLoginEnabled,
  };
}

/** Those that are on, in the order in which they are offered. */
export const methodsOn = (states: MethodStates): SignInMethod[] => SIGN_IN_METHODS.filter((one) => states[one]);

/**
 * The ways by which people can come: certificates are shown at an address that asks for them, and where the platform
 * has none they lead nobody in, whatever the account says.
 */
export const reachable = (states: MethodStates, hasAddress: boolean): MethodStates => ({
  ...states,
  certificate: states.certificate && hasAddress,
});

/**
 * Why a way can't be switched off: nobody of the account could sign in any more (A-135, A-136, A-137, decision 7); SAML
 * stays while standard sign-in is off, whatever else is on. `hasAddress`: as {@link reachable} has it.
 */
export function whyNotSwitchOffMethod(states: MethodStates, method: SignInMethod, hasAddress: boolean): Reason | null {
  if (!methodsOn(reachable(states, hasAddress)).some((other) => other !== method)) return { status: 'LAST_METHOD' };
  return method === 'saml' && states.saml && !states.standard ? { status: 'STANDARD_SIGN_IN_OFF' } : null;
}

/** Switching a way: any may be switched on. */
export const whyNotSwitchMethod = (
  states: MethodStates,
  { method, enabled, hasAddress }: { method: SignInMethod; enabled: boolean; hasAddress: boolean },
): Reason | null => (enabled ? null : whyNotSwitchOffMethod(states, method, hasAddress));

/** How the API calls the ways whose states it lists; that of certificates stands by itself. */
type ListedMethod = 'standard' | 'singleSignOnSaml' | 'singleSignOnOidc';
type ReadMethod = {
  signInMethod: ListedMethod;
  status: 'enabled' | 'disabled';
  clientAuthCertLoginEnabled?: boolean | undefined;
};

/**
 * Whether the ways that a caller has read are those of the account; of what the caller leaves out nothing is said, nor
 * of the one that the call itself switches.
 */
export const isAsRead = (states: MethodStates, read: readonly ReadMethod[], switched: ListedMethod): boolean =>
  read.every(
    ({ signInMethod, status, clientAuthCertLoginEnabled: certificate = states.certificate }) =>
      certificate === states.certificate &&
      (signInMethod === switched || states[STATE_OF[signInMethod]] === (status === 'enabled')),
  );

const STATE_OF = { standard: 'standard', singleSignOnSaml: 'saml', singleSignOnOidc: 'oidc' } as const;
