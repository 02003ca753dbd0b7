/** Names as RFC 5280, 7.1 compares them: neither case, nor spaces, nor the kind of string make a difference. */
import { valuesIn, type DerValue } from './der.ts';

export type ComparableName = {
  /** A text for each relative name, the most general first; equal where the relative names are. */
  parts: readonly string[];
  /** Whether each value could be read as text; of one that could not the octets are compared. */
  certain: boolean;
};

const UTF8_STRING = 12;
/** PrintableString, NumericString, IA5String, VisibleString: ASCII. */
const ASCII = new Set([18, 19, 22, 26]);
const BMP_STRING = 30;
/** TeletexString and UniversalString (RFC 5280, 4.1.2.4): readers disagree on what they say. */
const UNCERTAIN = new Set([20, 28]);

/** Emails in names (RFC 5280, 4.1.2.6): 1.2.840.113549.1.9.1. */
const EMAIL = '2a864886f70d010901';

/** Reads a Name, DER. Throws where it is none. */
export function comparableName(der: Uint8Array): ComparableName {
  let certain = true;
  const parts = relativeNames(der).map((pairs) => {
    const texts = pairs.map(({ type, value }) => {
      const text = textOf(value);
      certain &&= text !== undefined;
      return JSON.stringify([type, text ?? { octets: Buffer.from(value.whole).toString('hex') }]);
    });
    return texts.toSorted().join();
  });
  return { parts, certain };
}

/** Whether they are the same name. */
export const isSameName = (a: ComparableName, b: ComparableName): boolean =>
  a.parts.length === b.parts.length && isWithinName(a, b);

/** Whether `name` begins with `base`, as everything in its subtree does (RFC 5280, 4.2.1.10). */
export const isWithinName = (name: ComparableName, base: ComparableName): boolean =>
  base.parts.every((part, at) => part === name.parts[at]);

/** The addresses that stand in a Name, DER; null for one that is no text. */
export const emailsIn = (der: Uint8Array): (string | null)[] =>
  relativeNames(der)
    .flat()
    .filter(({ type }) => type === EMAIL)
    .map(({ value }) => decode(value) ?? null);

/** Type, in hexadecimal digits, and value of each pair of each relative name (RFC 5280, 4.1.2.4). */
function relativeNames(der: Uint8Array): { type: string; value: DerValue }[][] {
  const [name, ...more] = valuesIn(der);
  if (!name || more.length > 0) throw new Error('This is no name.');
  return valuesIn(name.content).map((relative) =>
    valuesIn(relative.content).map((pair) => {
      const [type, value] = valuesIn(pair.content);
      if (!type || !value) throw new Error('This is no part of a name.');
      return { type: Buffer.from(type.content).toString('hex'), value };
    }),
  );
}

/** As it is compared; null for what is no text, undefined for text that can't be read for certain. */
function textOf(value: DerValue): string | { octets: string } | undefined {
  const text = decode(value);
  if (text !== undefined) return prepared(text);
  const isText = value.tag === UTF8_STRING || value.tag === BMP_STRING || ASCII.has(value.tag);
  return isText || UNCERTAIN.has(value.tag) ? undefined : { octets: Buffer.from(value.whole).toString('hex') };
}

function decode({ tag, content }: DerValue): string | undefined {
  const encoding = tag === BMP_STRING ? 'utf-16be' : tag === UTF8_STRING || ASCII.has(tag) ? 'utf-8' : null;
  if (!encoding) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

/**
 * RFC 4518, 2.2 to 2.6, to which RFC 5280, 7.1 refers: what can't be seen is left out, forms of one letter become one,
 * case and the number of spaces count for nothing.
 */
const prepared = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\u034f\u180b-\u180d\ufe00-\ufe0f\ufffc]/gu, '')
    .replaceAll(/[\s\u0085]/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/ +/g, ' ')
    .trim();
