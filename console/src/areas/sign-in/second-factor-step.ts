/** A sign-in of this tab whose password was right, and whose second factor is awaited. */
import type { CallResponse } from '../../api/call.ts';
import type { Failure } from '../../api/failure.ts';
import { readTab, writeTab } from '../../session/tab-storage.ts';

/** What a second factor answers, with the server's time of it. */
export type Answered = { data: CallResponse<'POST /account/ui-api/v1/auth/second-factor/code'>; at: Date };

/** What names it for the server, and what may be given: nothing where it is still to be set up. */
export type AwaitedSignIn = { signIn: string; app: boolean; key: boolean; setUp: boolean };

/** Remembers the sign-in that a refusal names, over a reload too. False for any other refusal. */
export function rememberAwaited({ status, params }: Failure): boolean {
  const setUp = status === 'SECOND_FACTOR_SETUP_REQUIRED';
  if (!setUp && status !== 'SECOND_FACTOR_REQUIRED') return false;
  const { sign_in: signIn = '', app, key } = params ?? {};
  const awaited: AwaitedSignIn = { signIn: String(signIn), app: app === 1, key: key === 1, setUp };
  writeTab('loginSecondFactor', JSON.stringify(awaited));
  return true;
}

/** The sign-in that awaits its second factor in this tab; null for none. */
export function keptAwaited(): AwaitedSignIn | null {
  const kept: unknown = JSON.parse(readTab('loginSecondFactor') ?? 'null');
  return isAwaited(kept) ? kept : null;
}

const isAwaited = (kept: unknown): kept is AwaitedSignIn =>
  typeof kept === 'object' && kept !== null && 'signIn' in kept && typeof kept.signIn === 'string' && 'setUp' in kept;

export const forgetAwaited = (): void => writeTab('loginSecondFactor', null);
