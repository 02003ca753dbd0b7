/**
 * Imported by the process of a module before all else (`node --import`). It makes a token of one with rules of its own,
 * which SoftHSM2 has none of: its PIN has expired until it is changed, and a new one must not be `Refused-1`.
 */
import koffi from 'koffi';

const CKR_PIN_INVALID = 0xa1;
const CKR_PIN_EXPIRED = 0xa3;
const call = koffi.call.bind(koffi);
let hasExpired = true;

/** C_Login takes the length behind the PIN, C_SetPIN behind both; C_GetAttributeValue has a count there. */
const isSecret = (value: unknown, length: unknown): value is Buffer =>
  Buffer.isBuffer(value) && value.length === length;

koffi.call = (pointer, type, ...args: unknown[]): unknown => {
  const [, first, second, third, fourth] = args;
  const isChange = args.length === 5 && isSecret(first, second) && isSecret(third, fourth);
  if (isChange && third.toString() === 'Refused-1') return CKR_PIN_INVALID;
  const returned: unknown = call(pointer, type, ...args);
  if (returned !== 0) return returned;
  if (isChange) hasExpired = false;
  return args.length === 4 && isSecret(second, third) && hasExpired ? CKR_PIN_EXPIRED : returned;
};
