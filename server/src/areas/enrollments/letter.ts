/** The mail that invites to a certificate, and the code of its link. */
import { displayDate, DEFAULT_DATE_FORMAT, payloadDate } from '@signet/contract/dates';
import { languageTag, type Locale } from '@signet/contract/locales';
import type { Db } from '../../db/open.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';
import { hashSecret } from '../../secrets.ts';

export type Invited = {
  id: string;
  name: string;
  email: string;
  locale: Locale;
  user_id: string | null;
  account_name: string;
  expires_at: Date;
};

/** How the code of a link is kept. */
export const hashCode = (code: string): string => hashSecret(code).toString('hex');

/** Where the invited person goes. The specification puts the code into the path. */
export const linkOf = ({ publicUrl }: Pick<Runtime, 'publicUrl'>, id: string, code: string): string =>
  `${publicUrl}/account/enrollment/${id}/${code}`;

/** Mails the link, in the caller's transaction. */
export async function sendInvitation(
  tx: Db,
  runtime: Runtime,
  { id, name, email, locale, user_id, account_name, expires_at }: Invited,
  code: string,
): Promise<void> {
  const date = displayDate(payloadDate(expires_at), DEFAULT_DATE_FORMAT, languageTag(locale));
  await queueMail(tx, runtime, {
    to: email,
    locale,
    kind: 'enrollment',
    userId: user_id,
    link: linkOf(runtime, id, code),
    params: { name, account: account_name, date },
  });
}
