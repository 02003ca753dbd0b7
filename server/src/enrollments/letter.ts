/** The mails of an invitation to a certificate, and the code of its link. */
import type { Enrollment } from '@signet/contract/areas/enrollments';
import { endOfDay, lastDayOf, payloadDate, storedDateTime } from '@signet/contract/dates';
import type { Locale } from '@signet/contract/locales';
import { whyNotEmail } from '@signet/contract/rules';
import type { Db } from '../db/open.ts';
import { daysFor } from '../mail/day.ts';
import { queueMail } from '../mail/queue.ts';
import type { Runtime } from '../runtime.ts';
import { hashSecret } from '../secrets.ts';
import { goesOn } from './goes-on-store.ts';
import { keepMail } from './mail-store.ts';

const DAY = 86_400_000;

export type Invited = {
  id: string;
  name: string;
  email: string;
  locale: Locale;
  user_id: string | null;
  account_name: string;
  expires_at: Date;
  /** Where it renews a certificate: when that one ends. */
  endsAt?: Date;
};

export type Canceled = Pick<Invited, 'name' | 'email' | 'locale' | 'user_id' | 'account_name'> & {
  /** The certificate that it would have renewed. */
  renews: string | null;
};

/** How the code of a link is kept. */
export const hashCode = (code: string): string => hashSecret(code).toString('hex');

/** Where the invited person goes. The specification puts the code into the path. */
export const linkOf = ({ publicUrl }: Pick<Runtime, 'publicUrl'>, id: string, code: string): string =>
  `${publicUrl}/account/enrollment/${id}/${code}`;

/** When a link ends that is good for some days from today: with the last of them (UTC), which its mail names. */
export const endOfLink = (now: Date, days: number): Date =>
  new Date(endOfDay(payloadDate(new Date(now.getTime() + days * DAY)), 'UTC').getTime() - 1_000);

/** The kind of mail that brings a link. */
export const kindOfInvitation = (renews: boolean): string => (renews ? 'renewal' : 'enrollment');

/** The last day of what is renewed, and whether it has ended: some can be renewed for days after that. */
const endOf = (endsAt: Date, now: Date, write: (day: string) => string) => ({
  ends: write(lastDayOf(storedDateTime(endsAt))),
  ended: endsAt <= now ? 'yes' : 'no',
});

/**
 * Mails the link, in the caller's transaction; that of a renewal says which certificate ends. Answers what becomes of
 * the mail.
 */
export async function sendInvitation(
  tx: Db,
  runtime: Runtime,
  { id, name, email, locale, user_id, account_name, expires_at, endsAt }: Invited,
  code: string,
): Promise<Enrollment['mail']> {
  const write = await daysFor(tx, { userId: user_id, locale });
  const dayOf = (time: Date): string => write(payloadDate(time));
  const mailId = await queueMail(tx, runtime, {
    to: email,
    locale,
    kind: kindOfInvitation(endsAt !== undefined),
    userId: user_id,
    link: linkOf(runtime, id, code),
    params: {
      name,
      account: account_name,
      date: dayOf(expires_at),
      ...(endsAt ? endOf(endsAt, runtime.clock.now(), write) : {}),
    },
  });
  return keepMail(tx, id, mailId);
}

/**
 * Tells the invited person that the link is good no more, in the caller's transaction; of a renewal also whether the
 * certificate which they have goes on. Whoever can't be written to is not told: the link ends all the same.
 */
export async function sendCancellation(
  tx: Db,
  runtime: Runtime,
  { name, email, locale, user_id, account_name, renews }: Canceled,
  now: Date,
): Promise<void> {
  if (whyNotEmail(email)) return;
  const said = { name, account: account_name };
  await queueMail(tx, runtime, {
    to: email,
    locale,
    kind: renews === null ? 'enrollment-canceled' : 'renewal-canceled',
    userId: user_id,
    params: renews === null ? said : { ...said, goesOn: (await goesOn(tx, renews, now)) ? 'yes' : 'no' },
  });
}
