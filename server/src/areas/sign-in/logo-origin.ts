/** Where the logo of the public pages comes from, for the policy of the pages (http/page-policy.ts). */
import { setTimeout } from 'node:timers/promises';
import { platformSetting } from '../../db/platform-setting.ts';
import type { Runtime } from '../../runtime.ts';
import { customLogin } from './custom-login.ts';

/** For how long what was read is taken for true, and how long a page waits for it, in milliseconds. */
const KEPT = 10_000;
const WAIT = 250;

/** A host may hold signs that mean something in a policy: `*`, `;` and `,`. */
const ORIGIN = /^https:\/\/[\w.:[\]-]+$/;

/**
 * Answers the origin of the logo, or null where it is this server's own. Pages are served also while the database is
 * not: it is asked once in ten seconds, and a page waits for it a quarter of one.
 */
export function logoOrigin({ db, clock }: Pick<Runtime, 'db' | 'clock'>): () => Promise<string | null> {
  let known: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  async function ask(now: Date): Promise<void> {
    const { logo } = customLogin(await platformSetting(db, 'login_customization'), now.getUTCFullYear());
    const origin = URL.canParse(logo) ? new URL(logo).origin : '';
    known = ORIGIN.test(origin) ? origin : null;
  }
  return async () => {
    const now = clock.now();
    if (Math.abs(now.getTime() - askedAt) < KEPT) return known;
    askedAt = now.getTime();
    // What does not answer in time says so at the page's own calls; the logo of before stands meanwhile.
    await Promise.race([ask(now).catch(() => undefined), setTimeout(WAIT, undefined, { ref: false })]);
    return known;
  };
}
