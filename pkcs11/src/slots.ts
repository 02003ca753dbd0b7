/** The tokens of a module: where each is, and what it says of itself. */
import { readUlong, ulongs, type Cryptoki, type Ulong } from './cryptoki.ts';
import { Failed } from './failure.ts';
import { TOKEN_FLAGS } from './standard.ts';

/** CK_TOKEN_INFO: text is padded with blanks; four of it stand before the numbers. */
const INFO = { bytes: 512, label: [0, 32], manufacturer: [32, 64], model: [64, 80], serial: [80, 96] } as const;
/** The numbers behind the texts, by their place: flags, four of sessions, the lengths of a PIN, four of memory. */
const NUMBERS = { at: 96, flags: 0, longestPin: 5, shortestPin: 6, count: 11 } as const;
/** Behind the numbers: the version of the hardware, then that of the firmware, of two octets each. */
const FIRMWARE = 2;

export type TokenInfo = {
  label: string;
  manufacturer: string;
  model: string;
  serial: string;
  flags: number;
  /** How many octets a PIN has. */
  pin: { min: number; max: number };
  firmware: { major: number; minor: number };
};
export type SlotWithToken = TokenInfo & { slot: Ulong };

/** The numbers of slots are no names: a token may be in another after each start. */
function slotsWithToken(module: Cryptoki): Ulong[] {
  const count = ulongs();
  module.C_GetSlotList(1, null, count);
  const slots = ulongs(Number(readUlong(count)));
  module.C_GetSlotList(1, slots, count);
  return Array.from({ length: Number(readUlong(count)) }, (_, index) => readUlong(slots, index));
}

export function tokenInfo(module: Cryptoki, slot: Ulong): TokenInfo {
  const info = Buffer.alloc(INFO.bytes);
  module.C_GetTokenInfo(slot, info);
  const text = ([start, end]: readonly [number, number]): string =>
    info.toString('utf8', start, end).replaceAll('\0', ' ').trimEnd();
  const number = (place: number): number => Number(readUlong(info.subarray(NUMBERS.at), place));
  const firmware = NUMBERS.at + ulongs(NUMBERS.count).length + FIRMWARE;
  return {
    label: text(INFO.label),
    manufacturer: text(INFO.manufacturer),
    model: text(INFO.model),
    serial: text(INFO.serial),
    flags: number(NUMBERS.flags),
    pin: { min: number(NUMBERS.shortestPin), max: number(NUMBERS.longestPin) },
    firmware: { major: info[firmware] ?? 0, minor: info[firmware + 1] ?? 0 },
  };
}

export const isReady = ({ flags }: TokenInfo): boolean => (flags & TOKEN_FLAGS.TOKEN_INITIALIZED) !== 0;

/** The tokens that are there. Left out are those that were taken away meanwhile, and those unknown to the module. */
export function tokensOf(module: Cryptoki): SlotWithToken[] {
  return slotsWithToken(module).flatMap((slot) => {
    try {
      return [{ slot, ...tokenInfo(module, slot) }];
    } catch (error) {
      if (error instanceof Failed && /^CKR_TOKEN_NOT_|^CKR_DEVICE_REMOVED$/.test(error.failure.code)) return [];
      throw error;
    }
  });
}
