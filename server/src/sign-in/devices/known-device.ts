/** Browsers in which a person has signed in before: guesses there are not counted with those of strangers. */
import { hashSecret } from '../../secrets.ts';
import type { SignInCall } from '../call.ts';
import { insertDevice, isKnownDevice } from './device-store.ts';

type DeviceCall = Pick<SignInCall, 'db' | 'runtime' | 'now' | 'deviceCookie'>;

/** By what guesses of this browser at the person's password are counted; null for a browser that is a stranger. */
export async function knownDevice(
  { db, runtime, deviceCookie }: Pick<DeviceCall, 'db' | 'runtime' | 'deviceCookie'>,
  userId: string,
): Promise<Buffer | null> {
  const nonce = runtime.deviceCookies.nonceOf(deviceCookie.value, userId);
  if (nonce === null) return null;
  const hash = hashSecret(nonce);
  return (await isKnownDevice(db, userId, hash)) ? hash : null;
}

/** Marks this browser as one of the person's, who has just proved to be at it. */
export async function rememberDevice({ db, runtime, now, deviceCookie }: DeviceCall, userId: string): Promise<void> {
  const { cookie, nonce } = runtime.deviceCookies.remember(deviceCookie.value, userId);
  await insertDevice(db, userId, hashSecret(nonce), now);
  deviceCookie.set(cookie);
}
