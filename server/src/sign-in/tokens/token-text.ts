/**
 * The text of an API token: `signet_`, 30 random letters and digits (178 bits), and six that are the checksum of all
 * before them. So whoever finds one knows what it is, and one that is mistyped is known without a look at the database.
 * The layout is GitHub's (“Behind GitHub’s new authentication token formats”, 2021).
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TOKEN_PREFIX } from '@signet/contract/areas/api-token-record';
import { CLIENT_SECRET_PREFIX } from '@signet/contract/areas/oauth-client-record';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 30;
/** 62 to the power of six is more than the checksum's 2 to the power of 32. */
const CHECKSUM = 6;
const shapeOf = (prefix: string): RegExp => new RegExp(`^${prefix}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);
const TOKEN = shapeOf(TOKEN_PREFIX);

/** CRC-32 (ISO 3309) of a text in base 62, six digits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM; place += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** Random digits of base 62. Bytes from 248 on are passed over, so that none comes more often than another. */
function randomDigits(count: number): string {
  let digits = '';
  while (digits.length < count)
    for (const byte of randomBytes(count))
      if (byte < 248 && digits.length < count) digits += DIGITS.charAt(byte % DIGITS.length);
  return digits;
}

/** A text of a prefix and its digits, with the checksum of both. */
export const withChecksum = (text: string): string => text + checksum(text);

/** A new secret text with this prefix. */
export const newText = (prefix: string): string => withChecksum(prefix + randomDigits(RANDOM));

const isText = (shape: RegExp, text: string): boolean =>
  shape.test(text) && checksum(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM);

/** True for a text with this prefix that may be one of ours. */
export const isTextOf = (prefix: string, text: string): boolean => isText(shapeOf(prefix), text);

/** A new token. */
export const newTokenText = (): string => newText(TOKEN_PREFIX);

/** True for a text that may be a token of ours: its shape and its checksum are right. */
export const isTokenText = (text: string): boolean => isText(TOKEN, text);

/** A new secret of an OAuth client: as a token, with a prefix of its own. */
export const newClientSecretText = (): string => newText(CLIENT_SECRET_PREFIX);

/** What a new OAuth client calls itself by: no secret, but nothing that is guessed either. */
export const newClientId = (): string => randomDigits(24);

/** The end of a token, by which people tell theirs apart. It says nothing that helps to guess the rest. */
export const lastFour = (text: string): string => text.slice(-4);
