/** What a person wants to see of a certificate that was just issued (RFC 5280, 4.1), read where it came in. */
import { cut, first, hex, membersOf, type Value } from './der-values.ts';

/** Names letter by letter, the first of each kind; times as the API writes them, in UTC. */
export type ReadCertificate = {
  /** In hexadecimal digits. */
  serial: string;
  subject: CertifiedName;
  issuer: CertifiedName;
  validFrom: string;
  validTo: string;
  /** SHA-256 of the whole, in hexadecimal digits. */
  fingerprint: string;
};
export type CertifiedName = { commonName: string | null; organization: string | null; email: string | null };

const TAG = { utcTime: 0x17, bmpString: 0x1e, version: 0xa0 } as const;
/** Object identifiers of the components by their octets: RFC 5280, A.1, and PKCS #9 for the address. */
const COMPONENTS: Record<keyof CertifiedName, string> = {
  commonName: '550403',
  organization: '55040a',
  email: '2a864886f70d010901',
};

/**
 * Reads one certificate in DER. It says what is written and judges nothing.
 * @throws {RangeError} where it ends within a value
 */
export async function readCertificate(der: Uint8Array<ArrayBuffer>): Promise<ReadCertificate> {
  const whole = membersOf(first(der).content)[0];
  const parts = membersOf((whole ?? cut()).content);
  const fields = parts[0]?.tag === TAG.version ? parts.slice(1) : parts;
  const [serial, , issuer, validity, subject] = fields;
  const [from, to] = membersOf((validity ?? cut()).content);
  const digest = await crypto.subtle.digest('SHA-256', der);
  return {
    serial: hex((serial ?? cut()).content).replace(/^(?:00)+(?=[0-9a-f]{2})/, ''),
    issuer: nameOf(issuer ?? cut()),
    subject: nameOf(subject ?? cut()),
    validFrom: timeOf(from ?? cut()),
    validTo: timeOf(to ?? cut()),
    fingerprint: hex(new Uint8Array(digest)),
  };
}

function nameOf({ content }: Value): CertifiedName {
  const attributes = membersOf(content).flatMap((relative) =>
    membersOf(relative.content).map((attribute) => membersOf(attribute.content)),
  );
  const of = (component: keyof CertifiedName): string | null => {
    const found = attributes.find(([type]) => type && hex(type.content) === COMPONENTS[component]);
    return found?.[1] ? textOf(found[1]) : null;
  };
  return { commonName: of('commonName'), organization: of('organization'), email: of('email') };
}

const textOf = ({ tag, content }: Value): string =>
  new TextDecoder(tag === TAG.bmpString ? 'utf-16be' : 'utf-8').decode(content);

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5); both end in Z. */
function timeOf({ tag, content }: Value): string {
  const written = new TextDecoder().decode(content);
  const whole = tag === TAG.utcTime ? `${Number(written.slice(0, 2)) < 50 ? '20' : '19'}${written}` : written;
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(whole) ?? [];
  return second === undefined ? cut() : `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
