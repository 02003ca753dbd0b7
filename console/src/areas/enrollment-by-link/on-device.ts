/** Whether a certificate has arrived, asked of the device itself: so ends a direct connection to one. */
import type { CommandOutput } from '@signet/contract/assistant/commands';
import type { MadeRequest } from './installation.ts';

type Entries = CommandOutput<'certificate'>['certificates'];

/** The device has taken the certificate, and does not have it. */
export class NotOnDevice extends Error {
  override readonly name = 'NotOnDevice';
}

/** Serial numbers are written with and without leading zeros, in small letters and capitals. */
const folded = (serial: string): string =>
  serial
    .replaceAll(':', '')
    .replace(/^0+(?=.)/, '')
    .toLowerCase();

/** Whether the token has a certificate with this serial number, for the key that it made. */
export const isOnDevice = (entries: Entries, { token, keystore }: MadeRequest, serial: string): boolean =>
  entries.some(
    (entry) =>
      entry.token === token &&
      entry.keystore === keystore &&
      entry.certificate !== null &&
      folded(entry.certificate.serial_number) === folded(serial),
  );

/** The key of the certificate that is renewed is in another place. */
export class NoOldKey extends Error {
  override readonly name = 'NoOldKey';
}

/** The token would make the new key over that one, before it has signed. */
export class OldKeyInTheWay extends Error {
  override readonly name = 'OldKeyInTheWay';
}

/** The entry of the certificate with this SHA-256. */
export const entryOf = (entries: Entries, fingerprint: string): Entries[number] | undefined =>
  entries.find(({ certificate }) => certificate !== null && certificate.fingerprint === fingerprint);

/** Whether the key of a request is still there: it may have been deleted since. */
export const hasKey = (entries: Entries, { token, keystore, key }: MadeRequest): boolean =>
  entries.some((entry) => entry.token === token && entry.keystore === keystore && entry.id === key);
