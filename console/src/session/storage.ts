/** Every key the console keeps in local storage (S §9), and the only code that touches it. */
import { pageCopy } from './page-copy.ts';

const KEYS = {
  /** Bearer token of the calls. */
  accessToken: 'access_token',
  /** Renews the access token; its absence means signed out. */
  refreshToken: 'refresh_token',
  /** When the access token ends by this computer's clock, ISO 8601. */
  expiresAt: 'expires_at',
  /** Why the session ended that was there last, for the other tabs. */
  sessionEnd: 'session_end',
  language: 'language',
  /** Set once the account-expiry notice has been shown in this session. */
  accountExpiryNotice: 'account_expiry_notification',
  pageWarnings: 'page_warning_notifications',
  pageErrors: 'page_error_notifications',
  /** The console's section that was open last. */
  section: 'section',
  /** The account being looked at, for people with several. */
  account: 'account',
  /** When a tab last did something about the person's bulk acts, for the bells of the others. */
  bulkRuns: 'bulk_runs',
  /** Rows per page a person prefers. */
  pageSize: 'page_size',
  /** What this browser has agreed on with the trust assistant of the computer: an id and a key. */
  assistantPairing: 'assistant_pairing',
} as const;
export type StorageKey = keyof typeof KEYS;

/** A session's tokens. */
export const TOKEN_KEYS: readonly StorageKey[] = ['accessToken', 'refreshToken', 'expiresAt'];

/** What a sign-out removes; the rest belongs to the browser, not to the session. */
export const SESSION_KEYS: readonly StorageKey[] = [
  ...TOKEN_KEYS,
  'section',
  'account',
  'accountExpiryNotice',
  'bulkRuns',
  'pageWarnings',
  'pageErrors',
];

const storage = pageCopy(() => localStorage);

export const read = (key: StorageKey): string | null => storage.read(KEYS[key]);

export const write = (key: StorageKey, value: string): void => storage.write(KEYS[key], value);

export function remove(...keys: readonly StorageKey[]): void {
  for (const key of keys) storage.remove(KEYS[key]);
}

const ownKey = (userId: string, name: string): string => `${name}:${userId}`;

/**
 * What one person prefers in this browser, as it was written; null without it. It outlives a sign-out.
 */
export function readOwn(userId: string, name: string): unknown {
  try {
    return JSON.parse(storage.read(ownKey(userId, name)) ?? 'null');
  } catch {
    // Written by somebody else: as good as nothing.
    return null;
  }
}

/** Keeps a preference of one person in this browser. `value` becomes JSON. */
export const writeOwn = (userId: string, name: string, value: unknown): void =>
  storage.write(ownKey(userId, name), JSON.stringify(value));

/** Calls back when another tab changes a key; null means removed. Returns the way to stop. */
export function onOtherTab(listener: (key: StorageKey, value: string | null) => void): () => void {
  const names = Object.entries(KEYS) as [StorageKey, string][];
  const heard = (event: StorageEvent) => {
    // A cleared storage reports no key: everything is gone.
    for (const [key, name] of names) {
      if (event.key !== null && event.key !== name) continue;
      storage.forget(name);
      listener(key, event.key === null ? null : event.newValue);
    }
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
