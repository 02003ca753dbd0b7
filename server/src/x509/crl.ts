/** Certificate revocation lists (RFC 5280, 5). */
import { createPublicKey } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  CRLNumber,
  CRLReason,
  CRLReasons,
  CertificateList,
  Extension,
  Name,
  RevokedCertificate,
  TBSCertList,
  Time,
  Version,
  id_ce_cRLNumber,
  id_ce_cRLReasons,
} from '@peculiar/asn1-x509';
import { serialInteger } from './certificate.ts';
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

function entryOf({ serial, at, reason }: Revocation): RevokedCertificate {
  const entry = new RevokedCertificate({
    userCertificate: serialInteger(serial),
    revocationDate: new Time(wholeSeconds(at)),
  });
  // Unspecified is said by saying nothing (5.3.1).
  if (reason !== 'unspecified')
    entry.crlEntryExtensions = [
      new Extension({
        extnID: id_ce_cRLReasons,
        extnValue: new OctetString(AsnConvert.serialize(new CRLReason(CRLReasons[reason]))),
      }),
    ];
  return entry;
}

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
    // Without an entry the field is absent (5.1.2.6).
    ...(revocations.length > 0
      ? { revokedCertificates: revocations.toSorted((a, b) => Buffer.compare(a.serial, b.serial)).map(entryOf) }
      : {}),
    crlExtensions: [
      authorityKeyIdentifier(keyIdentifier(issuer.publicKey)),
      new Extension({
        extnID: id_ce_cRLNumber,
        extnValue: new OctetString(AsnConvert.serialize(new CRLNumber(number))),
      }),
    ],
  });
  const signed = new Uint8Array(AsnConvert.serialize(list));
  const signature = await signer.sign(signed);
  return new Uint8Array(
    AsnConvert.serialize(
      new CertificateList({
        tbsCertList: list,
        signatureAlgorithm: identifierOf(algorithm),
        signature: new Uint8Array(signature).buffer,
      }),
    ),
  );
}

export type ReadList = { number: number | null; thisUpdate: Date; nextUpdate: Date | null; serials: Buffer[] };

/** From four bytes on the converter makes a text of it, whatever its type says. */
function readNumber({ extnValue }: Extension): number {
  const { value }: { value: unknown } = AsnConvert.parse(extnValue.buffer, CRLNumber);
  return Number(value);
}

/** Reads a list of this issuer, DER. Null where it is another's, or its signature does not hold. */
export function readList(der: Uint8Array, issuer: Issuer): ReadList | null {
  const list = AsnConvert.parse(der, CertificateList);
  const content = list.tbsCertList;
  const signed = new Uint8Array(AsnConvert.serialize(content));
  const key = createPublicKey({ key: Buffer.from(issuer.publicKey), format: 'der', type: 'spki' });
  const algorithm = readAlgorithm(list.signatureAlgorithm);
  const isOurs = Buffer.from(AsnConvert.serialize(content.issuer)).equals(Buffer.from(issuer.name));
  if (!algorithm || !isOurs || !isSignedBy(key, algorithm, signed, new Uint8Array(list.signature))) return null;
  const number = content.crlExtensions?.find(({ extnID }) => extnID === id_ce_cRLNumber);
  return {
    number: number ? readNumber(number) : null,
    thisUpdate: content.thisUpdate.getTime(),
    nextUpdate: content.nextUpdate?.getTime() ?? null,
    serials: (content.revokedCertificates ?? []).map(({ userCertificate }) => Buffer.from(userCertificate)),
  };
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
