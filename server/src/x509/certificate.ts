/**
 * How a certificate comes to be: an intention is linted, written down, and only then signed. Each step takes what the
 * step before it has made and nothing else, so that no other order can be written.
 */
import { createPublicKey, randomBytes } from 'node:crypto';
import { AsnConvert, AsnSerializer } from '@peculiar/asn1-schema';
import { Extensions, Name, SubjectPublicKeyInfo, TBSCertificate, Validity, Version } from '@peculiar/asn1-x509';
import { derOf } from './der.ts';
import { makeName, type NameComponents } from './distinguished-name.ts';
import {
  alternativeNames,
  authorityInformation,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoints,
  extendedKeyUsage,
  keyIdentifier,
  keyUsage,
  ocspNoCheck,
  subjectKeyIdentifier,
  type AlternativeNames,
} from './extensions.ts';
import type { Issuer } from './issuer.ts';
import { findings } from './lints/all.ts';
import type { CertificateProfile } from './profile.ts';
import { algorithmOf, identifierOf, isSignedBy } from './signature.ts';
import { newPrivateKey, openSigner, type Signer } from './signer.ts';
import type { KeyType } from '@signet/contract/key-types';
import { wholeSeconds } from './whole-seconds.ts';

export type Intention = {
  /** 16 random octets, from newSerial. */
  serial: Uint8Array;
  profile: CertificateProfile;
  subject: NameComponents;
  names: AlternativeNames;
  publicKey: Uint8Array;
  /** Both ends belong to the time; parts of a second are cut. */
  notBefore: Date;
  notAfter: Date;
};

/** What is wrong with a certificate that was not signed: each with the rule that it breaks. */
export class NotIssuable extends Error {
  readonly findings: readonly string[];
  constructor(found: readonly string[]) {
    super(found.join(' '));
    this.findings = found;
  }
}

const MADE_HERE = Symbol('made by this file');

/** Content without a fault, for one issuer. */
class Linted {
  readonly intention: Intention;
  readonly issuer: Issuer;
  readonly content: Uint8Array;
  constructor(key: symbol, intention: Intention, issuer: Issuer, content: Uint8Array) {
    if (key !== MADE_HERE) throw new Error('Only lint() makes this.');
    this.intention = intention;
    this.issuer = issuer;
    this.content = content;
  }
}

/** Linted content of which a record is kept that outlives this process. */
class Recorded {
  readonly linted: Linted;
  constructor(key: symbol, linted: Linted) {
    if (key !== MADE_HERE) throw new Error('Only record() makes this.');
    this.linted = linted;
  }
}

/** 128 bits that nobody guesses, as a positive number of at most 20 octets (RFC 5280, 4.1.2.2). */
export const newSerial = (): Buffer => randomBytes(16);

/** A serial as an INTEGER has it: positive, by an octet of nought where the first bit is set, and none to spare. */
export function serialInteger(serial: Uint8Array): ArrayBuffer {
  let start = 0;
  while (start < serial.length - 1 && serial[start] === 0) start += 1;
  const shortest = serial.subarray(start);
  return new Uint8Array((shortest[0] ?? 0) >= 0x80 ? [0, ...shortest] : shortest).buffer;
}

function contentOf(intention: Intention, issuer: Issuer): Uint8Array {
  const { profile, publicKey, names } = intention;
  const isRoot = Buffer.from(publicKey).equals(Buffer.from(issuer.publicKey));
  const alternative = alternativeNames(names);
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialInteger(intention.serial),
    signature: identifierOf(algorithmOf(issuer.keyType)),
    issuer: AsnConvert.parse(issuer.name, Name),
    validity: new Validity({
      notBefore: wholeSeconds(intention.notBefore),
      notAfter: wholeSeconds(intention.notAfter),
    }),
    subject: makeName(intention.subject),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey, SubjectPublicKeyInfo),
    extensions: new Extensions([
      ...(isRoot ? [] : [authorityKeyIdentifier(keyIdentifier(issuer.publicKey))]),
      subjectKeyIdentifier(publicKey),
      keyUsage(profile.keyUsage),
      basicConstraints(profile.pathLength),
      ...(profile.purposes.length > 0 ? [extendedKeyUsage(profile.purposes)] : []),
      ...(alternative ? [alternative] : []),
      ...(profile.unrevocable ? [ocspNoCheck()] : []),
      ...(issuer.addresses && !isRoot && !profile.unrevocable
        ? [crlDistributionPoints(issuer.addresses.crl), authorityInformation(issuer.addresses)]
        : []),
    ]),
  });
  return new Uint8Array(AsnConvert.serialize(content));
}

const SEQUENCE = 0x30;
const BIT_STRING = 0x03;
const NO_UNUSED_BITS = new Uint8Array([0]);

/** Content and signature as one certificate, the content octet for octet. */
function assemble(content: Uint8Array, keyType: KeyType, signature: Uint8Array): Uint8Array {
  const algorithm = new Uint8Array(AsnSerializer.serialize(identifierOf(algorithmOf(keyType))));
  return derOf(SEQUENCE, content, algorithm, derOf(BIT_STRING, NO_UNUSED_BITS, signature));
}

/** Keys that sign what is only looked at, one of each family. */
const throwaway = new Map<'rsa' | 'ec', Promise<Signer>>();

function throwawayFor(keyType: KeyType): Promise<Signer> {
  const { family } = algorithmOf(keyType);
  const known = throwaway.get(family);
  if (known) return known;
  const made = newPrivateKey(family === 'rsa' ? 'rsa_2048' : keyType).then(openSigner);
  throwaway.set(family, made);
  return made;
}

/**
 * Makes the content and lints the whole certificate, signed by a key that is thrown away, before the authority's key is
 * touched. Throws {@link NotIssuable} with every finding.
 */
export async function lint(intention: Intention, issuer: Issuer): Promise<Linted> {
  const content = contentOf(intention, issuer);
  const signer = await throwawayFor(issuer.keyType);
  const trial = assemble(content, issuer.keyType, await signer.sign(content));
  const found = findings(trial, { profile: intention.profile, issuer });
  if (found.length > 0) throw new NotIssuable(found);
  return new Linted(MADE_HERE, intention, issuer, content);
}

/**
 * Has the intention written down. `write` resolves once it is committed: what was signed can then be revoked, whatever
 * fails later.
 */
export async function record(linted: Linted, write: (linted: Linted) => Promise<void>): Promise<Recorded> {
  await write(linted);
  return new Recorded(MADE_HERE, linted);
}

const used = new WeakSet<Linted>();

/** Signs it, once, by the key of its issuer and no other. Answers the certificate, DER. */
export async function sign(recorded: Recorded, signer: Signer): Promise<Uint8Array> {
  const { linted } = recorded;
  const { content, issuer } = linted;
  if (!Buffer.from(signer.publicKey).equals(Buffer.from(issuer.publicKey)))
    throw new Error('The key is not that of the issuer for whom this was linted.');
  if (used.has(linted)) throw new Error('This was signed before.');
  used.add(linted);
  const signature = await signer.sign(content);
  const key = createPublicKey({ key: Buffer.from(issuer.publicKey), format: 'der', type: 'spki' });
  if (!isSignedBy(key, algorithmOf(issuer.keyType), content, signature))
    throw new Error('The signature does not hold: the key or its token is broken.');
  return assemble(content, issuer.keyType, signature);
}
