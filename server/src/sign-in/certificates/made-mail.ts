/** Tells somebody that there is a new certificate by which one signs in as them. */
import { lastDayOf, storedDateTime } from '@signet/contract/dates';
import { DEFAULT_LOCALE, isLocale } from '@signet/contract/locales';
import { whyNotEmail } from '@signet/contract/rules';
import type { Db } from '../../db/open.ts';
import { daysFor } from '../../mail/day.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Runtime } from '../../runtime.ts';

/** How it came to be: by the link that was mailed, issued or uploaded by somebody else. */
export type WayMade = 'link' | 'issued' | 'uploaded';

export type MadeCertificate = {
  owner: { id: string; name: string; email: string; locale: string };
  way: WayMade;
  /** The name of who made it; nobody's where it was the person by the link. */
  by?: string;
  serial: string;
  validTo: Date;
};

/** Writes the mail, in the caller's transaction; none where there is no address that could be written to. */
export async function tellOfCertificate(
  tx: Db,
  runtime: Runtime,
  { owner, way, by = '', serial, validTo }: MadeCertificate,
): Promise<void> {
  if (whyNotEmail(owner.email)) return;
  const locale = isLocale(owner.locale) ? owner.locale : DEFAULT_LOCALE;
  const date = (await daysFor(tx, { userId: owner.id, locale }))(lastDayOf(storedDateTime(validTo)));
  await queueMail(tx, runtime, {
    to: owner.email,
    locale,
    kind: 'certificate-made',
    userId: owner.id,
    link: `${runtime.publicUrl}/account/profile/client-certificates`,
    params: { name: owner.name, way, by, serial, date },
  });
}
