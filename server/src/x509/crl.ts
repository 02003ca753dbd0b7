/** Certificate revocation lists (RFC 5280, 5). */
import { createPublicKey } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  CRLNumber,
  CRLReason,
  CRLReasons,
  Extension,
  Extensions,
  Name,
  TBSCertList,
  Time,
  Version,
  id_ce_cRLNumber,
  id_ce_cRLReasons,
} from '@peculiar/asn1-x509';
import { serialInteger } from './certificate.ts';
import { derOf, extentOf, valuesIn } from './der.ts';
import { authorityKeyIdentifier, keyIdentifier } from './extensions.ts';
import type { Issuer } from './issuer.ts';
import { algorithmOf, identifierOf, isSignedBy, readAlgorithm } from './signature.ts';
import type { Signer } from './signer.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** RFC 5280, 5.3.1, without those that only a delta list or an attribute authority has. */
export const REVOCATION_REASONS = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'privilegeWithdrawn',
] as const;
export type RevocationReason = (typeof REVOCATION_REASONS)[number];

export type Revocation = { serial: Uint8Array; at: Date; reason: RevocationReason };

/** `number` grows with each list of an authority (5.2.3). `nextUpdate`: when the next one comes at the latest. */
export type ListContent = { number: number; thisUpdate: Date; nextUpdate: Date; revocations: readonly Revocation[] };

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const EXTENSIONS = 0xa0;

/**
 * The entries are written, and read again, by hand: eight values each, of which there may be hundreds of thousands.
 * With an object for each value the process that answers people stood still for seconds, and the parser refuses more
 * than 10,000 values by itself.
 */
function entryOf({ serial, at, reason }: Revocation): Buffer {
  const number = derOf(INTEGER, new Uint8Array(serialInteger(serial)));
  return derOf(SEQUENCE, number, timeOf(wholeSeconds(at)), REASONS[reason]);
}

/** Until 2049 with two digits of the year (5.1.2.6). */
function timeOf(date: Date): Buffer {
  const digits = `${date.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`;
  return date.getUTCFullYear() < 2050
    ? derOf(UTC_TIME, Buffer.from(digits.slice(2)))
    : derOf(GENERALIZED_TIME, Buffer.from(digits));
}

/** The extensions of an entry by its reason. Unspecified is said by saying nothing (5.3.1). */
function reasonOf(reason: RevocationReason): Buffer {
  if (reason === 'unspecified') return Buffer.alloc(0);
  const extnValue = new OctetString(AsnConvert.serialize(new CRLReason(CRLReasons[reason])));
  return derOf(SEQUENCE, Buffer.from(AsnConvert.serialize(new Extension({ extnID: id_ce_cRLReasons, extnValue }))));
}
const REASONS = Object.fromEntries(REVOCATION_REASONS.map((reason) => [reason, reasonOf(reason)])) as Record<
  RevocationReason,
  Buffer
>;

/** Makes and signs a list, DER. Its entries stand in the order of their serials. */
export async function signList(content: ListContent, issuer: Issuer, signer: Signer): Promise<Uint8Array> {
  const algorithm = algorithmOf(issuer.keyType);
  const { number, thisUpdate, nextUpdate, revocations } = content;
  const list = new TBSCertList({
    version: Version.v2,
    signature: identifierOf(algorithm),
    issuer: AsnConvert.parse(issuer.name, Name),
    thisUpdate: new Time(wholeSeconds(thisUpdate)),
    nextUpdate: new Time(wholeSeconds(nextUpdate)),
    crlExtensions: [
      authorityKeyIdentifier(keyIdentifier(issuer.publicKey)),
      new Extension({
        extnID: id_ce_cRLNumber,
        extnValue: new OctetString(AsnConvert.serialize(new CRLNumber(number))),
      }),
    ],
  });
  const fields = valuesIn(partsOf(new Uint8Array(AsnConvert.serialize(list))));
  const entries = revocations.toSorted((a, b) => Buffer.compare(a.serial, b.serial)).map(entryOf);
  // Without an entry the field is absent (5.1.2.6); it stands before the extensions.
  const revoked = entries.length > 0 ? [derOf(SEQUENCE, Buffer.concat(entries))] : [];
  const before = fields.filter(({ tag }) => tag !== EXTENSIONS).map(({ whole }) => whole);
  const extensions = fields.filter(({ tag }) => tag === EXTENSIONS).map(({ whole }) => whole);
  const signed = derOf(SEQUENCE, ...before, ...revoked, ...extensions);
  const signature = await signer.sign(signed);
  const identifier = Buffer.from(AsnConvert.serialize(identifierOf(algorithm)));
  return derOf(SEQUENCE, signed, identifier, derOf(BIT_STRING, Buffer.from([0]), new Uint8Array(signature)));
}

/** The content of the one value that these octets are. Throws for what is not DER. */
function partsOf(der: Uint8Array): Uint8Array {
  const [value, ...more] = valuesIn(der);
  if (!value || more.length > 0) throw new Error('A list of revoked certificates is one value.');
  return value.content;
}

export type ReadList = { number: number | null; thisUpdate: Date; nextUpdate: Date; serials: Buffer[] };

/** From four bytes on the converter makes a text of it, whatever its type says. */
function readNumber({ extnValue }: Extension): number {
  const { value }: { value: unknown } = AsnConvert.parse(extnValue.buffer, CRLNumber);
  return Number(value);
}

/**
 * Reads a list of this issuer, DER, as {@link signList} makes it. Null where it is another's, or its signature does not
 * hold. Throws for what is no list.
 */
export function readList(der: Uint8Array, issuer: Issuer): ReadList | null {
  const [signed, identifier, signature] = valuesIn(partsOf(der));
  const fields = valuesIn(signed?.content ?? der);
  const [, , name, thisUpdate, nextUpdate, revoked] = fields;
  if (!signed || !identifier || !signature || !name || !thisUpdate || !nextUpdate)
    throw new Error('This is no list of revoked certificates.');
  const key = createPublicKey({ key: Buffer.from(issuer.publicKey), format: 'der', type: 'spki' });
  const algorithm = readAlgorithm(AsnConvert.parse(identifier.whole, AlgorithmIdentifier));
  const isOurs = Buffer.from(name.whole).equals(Buffer.from(issuer.name));
  if (!algorithm || !isOurs || !isSignedBy(key, algorithm, signed.whole, signature.content.subarray(1))) return null;
  const extensions = fields.find(({ tag }) => tag === EXTENSIONS);
  const number =
    extensions && AsnConvert.parse(extensions.content, Extensions).find(({ extnID }) => extnID === id_ce_cRLNumber);
  return {
    number: number ? readNumber(number) : null,
    thisUpdate: AsnConvert.parse(thisUpdate.whole, Time).getTime(),
    nextUpdate: AsnConvert.parse(nextUpdate.whole, Time).getTime(),
    serials: revoked?.tag === SEQUENCE ? valuesIn(revoked.content).map(({ content }) => serialOf(content)) : [],
  };
}

const serialOf = (entry: Uint8Array): Buffer => Buffer.from(valuesIn(entry)[0]?.content ?? []);

/** More than an entry, and what stands before the first, are long. */
const ENTRY_OCTETS = 64;
const HEAD_OCTETS = 4_096;
/** Of how many octets at the beginning of a list {@link countEntries} counts so many entries. */
export const octetsToCount = (most: number): number => HEAD_OCTETS + most * ENTRY_OCTETS;

/** How many certificates stand on a list, DER, of which the beginning is enough; no more than `most` are counted. */
export function countEntries(beginning: Uint8Array, most: number): number {
  let at = extentOf(beginning, extentOf(beginning, 0).start).start;
  // Version, signature, issuer and both times.
  for (let field = 0; field < 5; field += 1) at = extentOf(beginning, at).end;
  const revoked = extentOf(beginning, at);
  if (revoked.tag !== SEQUENCE) return 0;
  at = revoked.start;
  let entries = 0;
  for (; at < revoked.end && entries < most; entries += 1) at = extentOf(beginning, at).end;
  return entries;
}

/**
 * Why a new list may not take the place of the one that is published (5.2.3): the last look before it is. One that was
 * signed by a clock that was ahead is in nobody's way: nobody believes it before its time has come.
 */
export function whyNotPublish(next: ReadList | null, published: ReadList | null, now: Date): string | null {
  if (!next) return 'The list is not signed by its authority.';
  if (next.number === null || (published?.number ?? -1) >= next.number) return 'Its number has not grown.';
  if (published && published.thisUpdate <= now && next.thisUpdate < published.thisUpdate)
    return 'It is older than the one that is published.';
  return null;
}
