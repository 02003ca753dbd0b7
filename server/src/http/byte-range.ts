/** Which part of a file a request asks for (RFC 9110 §14): one range of bytes. */

export type ByteRange = { from: number; to: number };

const ONE_RANGE = /^bytes[ \t]*=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;

/**
 * The bytes that `header` asks for of `size`, both ends included; `all` where it asks for nothing that is understood,
 * or for several ranges, which a server may answer with the whole; `none` where there are no such bytes.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  // One that ends before it begins is no range at all.
  if (last !== '' && Number(last) < from) return 'all';
  return from >= size ? 'none' : { from, to };
}
