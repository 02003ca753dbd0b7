/**
 * The device cookie of OWASP's "Slow Down Online Guessing Attacks with Device Cookies": it says of a browser for whom a
 * right password was typed there, and nothing else. It admits nobody.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, newSecret } from '../../secrets.ts';

/** People whom one browser remembers; of more, those who signed in last. */
const PEOPLE_MOST = 5;
const NONCE = 22;
const ENTRY = /^[\w-]{44}$/;

/** Reads and writes the cookie's value: entries joined by `~`, each a random nonce and what signs it for one person. */
export type DeviceCookies = {
  /** The nonce of a person's entry; null without one that this platform made for this very person. */
  nonceOf(cookie: string | undefined, userId: string): string | null;
  /** The cookie with the person's entry in front, a new one where there is none, and the nonce of it. */
  remember(cookie: string | undefined, userId: string): { cookie: string; nonce: string };
};

/** Every process of a platform reads every cookie of it: the key is made from the platform key. */
export function openDeviceCookies(platformKey: Uint8Array): DeviceCookies {
  const key = deriveKey(platformKey, 'device-cookie');
  const entryOf = (nonce: string, userId: string): string =>
    nonce + createHmac('sha256', key).update(`${userId} ${nonce}`).digest('base64url').slice(0, NONCE);
  const entriesIn = (cookie = ''): string[] => cookie.split('~', PEOPLE_MOST).filter((entry) => ENTRY.test(entry));
  const entryFor = (entries: readonly string[], userId: string): string | undefined =>
    entries.find((entry) => timingSafeEqual(Buffer.from(entry), Buffer.from(entryOf(entry.slice(0, NONCE), userId))));
  return {
    nonceOf: (cookie, userId) => entryFor(entriesIn(cookie), userId)?.slice(0, NONCE) ?? null,
    remember(cookie, userId) {
      const entries = entriesIn(cookie);
      const own = entryFor(entries, userId) ?? entryOf(newSecret(16), userId);
      const others = entries.filter((entry) => entry !== own);
      return { cookie: [own, ...others].slice(0, PEOPLE_MOST).join('~'), nonce: own.slice(0, NONCE) };
    },
  };
}
