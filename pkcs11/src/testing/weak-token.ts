/**
 * Imported by the process of a module before all else (`node --import`). It makes a token of one that draws weak keys,
 * as SoftHSM2 does not: whatever was drawn, its modulus is the one of WEAK_MODULUS (hex).
 */
import koffi from 'koffi';

const CKA_MODULUS = 0x120n;
/** Type, address and length of a value, as C_GetAttributeValue takes them, one behind the other. */
const ATTRIBUTE_BYTES = 24;
const weak = Buffer.from(process.env['WEAK_MODULUS'] ?? '', 'hex');
const call = koffi.call.bind(koffi);

koffi.call = (pointer, type, ...args: unknown[]): unknown => {
  const returned: unknown = call(pointer, type, ...args);
  const [, , space, count] = args;
  if (args.length !== 4 || !Buffer.isBuffer(space) || typeof count !== 'number') return returned;
  for (let at = 0; at < count * ATTRIBUTE_BYTES && at + ATTRIBUTE_BYTES <= space.length; at += ATTRIBUTE_BYTES) {
    if (space.readBigUInt64LE(at) !== CKA_MODULUS || space.readBigUInt64LE(at + 16) !== BigInt(weak.length)) continue;
    weak.copy(space, Number(space.readBigUInt64LE(at + 8) - koffi.address(space)));
  }
  return returned;
};
