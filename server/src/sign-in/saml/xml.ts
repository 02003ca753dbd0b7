/** XML from outside: metadata and answers of identity providers. */
import { DOMParser, type Element, type Node } from '@xmldom/xmldom';

export const NS = {
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;

/** The status of an answer that grants what was asked (SAML 2.0 Core, 3.2.2.2). */
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Characters that a document may have; deeper than this no document of SAML is. */
export const XML_MAX = 500_000;
const DEPTH_MAX = 40;

/** Text of octets that are UTF-8; null for anything else, such as UTF-16. */
export function textOf(octets: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return null;
  }
}

/** What is none of the characters of XML 1.0 (2.2); the parser takes it, and no database a NUL. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const BY_NUMBER = /&#(x?)([0-9a-f]+);/gi;

/** True where all characters are such as XML has, also those that are written by their numbers. */
function hasOnlyCharacters(source: string): boolean {
  if (NO_CHARACTER.test(source)) return false;
  return [...source.matchAll(BY_NUMBER)].every(([, hex, digits = '']) => {
    const number = Number.parseInt(digits, hex ? 16 : 10);
    return number <= 0x10_ff_ff && !NO_CHARACTER.test(String.fromCodePoint(number));
  });
}

/**
 * The root of a document that is well formed, in UTF-8, and without a document type: entities are what most attacks
 * on readers of XML are made of (XXE, billion laughs), and SAML needs none. Comments are left out, for readers disagree
 * on what a text is that has one within. Null for anything else.
 */
export function readXml(text: string): Element | null {
  const source = text.replace(/^\u{FEFF}/u, '');
  if (source.length > XML_MAX || /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(source)) return null;
  if (!hasOnlyCharacters(source)) return null;
  const encoding = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(source)?.[1];
  if (encoding !== undefined && !/^(?:utf-8|us-ascii)$/i.test(encoding)) return null;
  try {
    const parser = new DOMParser({ onError: refuse });
    const root = parser.parseFromString(source, 'text/xml').documentElement;
    return root && depthOf(root) <= DEPTH_MAX ? root : null;
  } catch {
    return null;
  }
}

function refuse(_level: string, message: string): never {
  throw new Error(message);
}

const ELEMENT = 1;
const isElement = (node: Node): node is Element => node.nodeType === ELEMENT;
const elementsOf = (parent: Element): Element[] => [...parent.childNodes].filter(isElement);

/** An element and those around it, up to the root. */
export function lineage(element: Element): Element[] {
  const found = [element];
  for (let around = element.parentNode; around && isElement(around); around = around.parentNode) found.push(around);
  return found;
}

/** How deep elements are nested. No recursion: a document that is too deep would end it. */
function depthOf(root: Element): number {
  let depth = 0;
  for (let level = [root]; level.length > 0 && depth <= DEPTH_MAX + 1; level = level.flatMap(elementsOf)) depth += 1;
  return depth;
}

/** The children of this name. */
export const children = (parent: Element, namespace: string, name: string): Element[] =>
  elementsOf(parent).filter((one) => one.namespaceURI === namespace && one.localName === name);

/** All elements of this name, at any depth. */
export const descendants = (parent: Element, namespace: string, name: string): Element[] => [
  ...parent.getElementsByTagNameNS(namespace, name),
];

/** The only child of this name; null for none, and for several. */
export function onlyChild(parent: Element, namespace: string, name: string): Element | null {
  const [one, another] = children(parent, namespace, name);
  return one && !another ? one : null;
}

/**
 * The text of an element that holds nothing but text; null where it holds elements or a comment, at which readers of
 * XML cut it in different places.
 */
export function plainText(element: Element | null): string | null {
  if (!element) return null;
  const nodes = [...element.childNodes];
  const TEXT = 3;
  return nodes.every(({ nodeType }) => nodeType === TEXT) ? (element.textContent ?? '').trim() : null;
}
