/**
 * Imported by the process of a module before all else (`node --import`). It makes one card of all tokens of SoftHSM2,
 * as OpenSC shows one that has several PINs: they have the same serial number.
 */
import koffi from 'koffi';

/** CK_TOKEN_INFO, as much as is asked for, and where the serial number stands in it. */
const INFO_BYTES = 512;
const SERIAL_AT = 80;
const SERIAL = '0005000012345678';
const call = koffi.call.bind(koffi);

koffi.call = (pointer, type, ...args: unknown[]): unknown => {
  const returned: unknown = call(pointer, type, ...args);
  const [, info] = args;
  if (args.length === 2 && Buffer.isBuffer(info) && info.length === INFO_BYTES) info.write(SERIAL, SERIAL_AT);
  return returned;
};
