/** BER (X.690) as PKCS #12 files have it: some programs write them with lengths that are not known before. */
import { fromBER, Integer, ObjectIdentifier, OctetString, type AsnType } from 'asn1js';
import { CommandRefusal } from '../refusal.ts';

const invalid = (): CommandRefusal => new CommandRefusal('INVALID_FILE');

/** Throws {@link CommandRefusal} for what is none. */
export function parse(file: Uint8Array): AsnType {
  try {
    const { offset, result } = fromBER(Uint8Array.from(file));
    if (offset === -1 || result.error !== '') throw invalid();
    return result;
  } catch {
    // Also what was nested so deep that it can't be read.
    throw invalid();
  }
}

/** The parts of a constructed value; [0], where something is within a tag, has one. */
export function parts(node: AsnType | undefined): AsnType[] {
  const value: unknown = node?.valueBlock && 'value' in node.valueBlock ? node.valueBlock.value : undefined;
  if (!Array.isArray(value)) throw invalid();
  return value;
}

export function oid(node: AsnType | undefined): string {
  if (!(node instanceof ObjectIdentifier)) throw invalid();
  return node.getValue();
}

/** Of an OCTET STRING, in one piece or several. */
export function octets(node: AsnType | undefined): Buffer {
  if (node instanceof OctetString) return Buffer.from(node.getValue());
  // [0] IMPLICIT, as the encrypted content has it.
  if (!node || node.idBlock.tagClass !== 3) throw invalid();
  if (node.idBlock.isConstructed) return Buffer.concat(parts(node).map(octets));
  const value: unknown = 'valueHexView' in node.valueBlock ? node.valueBlock.valueHexView : undefined;
  if (!(value instanceof Uint8Array)) throw invalid();
  return Buffer.from(value);
}

export function integer(node: AsnType | undefined): number {
  if (!(node instanceof Integer)) throw invalid();
  const value = Number(node.toBigInt());
  if (!Number.isSafeInteger(value)) throw invalid();
  return value;
}
