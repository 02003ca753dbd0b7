/** Certificates of any kind, those too that `certificate.ts` would never sign. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  GeneralSubtree,
  GeneralSubtrees,
  NameConstraints,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  id_ce_basicConstraints,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  type GeneralName,
  type Name,
} from '@peculiar/asn1-x509';
import { newSerial, serialInteger } from '../certificate.ts';
import { makeName } from '../distinguished-name.ts';
import {
  authorityKeyIdentifier,
  extendedKeyUsage,
  keyIdentifier,
  keyUsage,
  subjectKeyIdentifier,
} from '../extensions.ts';
import { readCertificate, type ReadCertificate } from '../read-certificate.ts';
import { daysOn, NOW } from './authority.ts';

export type Keys = { publicKey: KeyObject; privateKey: KeyObject };
export type Made = { name: Name; keys: Keys; der: Uint8Array; read: ReadCertificate };

export const newKeys = (namedCurve = 'P-256'): Keys => generateKeyPairSync('ec', { namedCurve });

/** How it is signed; the hash is null where the algorithm brings its own. */
const SIGNED = {
  sha256: { ec: '1.2.840.10045.4.3.2', rsa: '1.2.840.113549.1.1.11', hash: 'sha256' },
  sha384: { ec: '1.2.840.10045.4.3.3', rsa: '1.2.840.113549.1.1.12', hash: 'sha384' },
  sha1: { ec: '1.2.840.10045.4.1', rsa: '1.2.840.113549.1.1.5', hash: 'sha1' },
  md5: { ec: '', rsa: '1.2.840.113549.1.1.4', hash: 'md5' },
  ed25519: { ec: '1.3.101.112', rsa: '', hash: null },
} as const;

export type Wanted = {
  subject?: string | Name;
  /** Itself, where nobody is named. */
  by?: Pick<Made, 'name' | 'keys'>;
  keys?: Keys;
  version?: Version;
  serial?: Uint8Array;
  from?: Date;
  to?: Date;
  signed?: keyof typeof SIGNED;
  /** What the signed part says of its signature, where that is something else. */
  saysSigned?: keyof typeof SIGNED;
  extensions?: readonly Extension[];
};

export function make({
  subject = 'Cleo Marchetti',
  keys = newKeys(),
  by,
  version = Version.v3,
  serial = newSerial(),
  from = NOW,
  to = daysOn(100),
  signed = 'sha256',
  saysSigned = signed,
  extensions = [],
}: Wanted): Made {
  const name = typeof subject === 'string' ? makeName({ common_name: subject }) : subject;
  const issuer = by ?? { name, keys };
  const spki = spkiOf(keys);
  const how = SIGNED[signed];
  const family = issuer.keys.privateKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec';
  const algorithm = (way: keyof typeof SIGNED): AlgorithmIdentifier =>
    new AlgorithmIdentifier({ algorithm: SIGNED[way][family], parameters: family === 'rsa' ? null : undefined });
  const identifiers = [authorityKeyIdentifier(keyIdentifier(spkiOf(issuer.keys))), subjectKeyIdentifier(spki)];
  const content = new TBSCertificate({
    version,
    serialNumber: serialInteger(serial),
    signature: algorithm(saysSigned),
    issuer: issuer.name,
    validity: new Validity({ notBefore: from, notAfter: to }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
    ...(version === Version.v3 ? { extensions: new Extensions([...identifiers, ...extensions]) } : {}),
  });
  const signature = sign(how.hash, new Uint8Array(AsnConvert.serialize(content)), issuer.keys.privateKey);
  const der = new Uint8Array(
    AsnConvert.serialize(
      new Certificate({
        tbsCertificate: content,
        signatureAlgorithm: algorithm(signed),
        signatureValue: new Uint8Array(signature).buffer,
      }),
    ),
  );
  const read = readCertificate(der);
  if ('fault' in read) throw new Error(`What was made could not be read: ${read.fault}.`);
  return { name, keys, der, read };
}

const spkiOf = ({ publicKey }: Keys): Uint8Array => publicKey.export({ format: 'der', type: 'spki' });

export const extension = (type: string, value: ArrayBuffer, critical = true): Extension =>
  new Extension({ extnID: type, critical, extnValue: new OctetString(value) });

/** Without a bound where no length is given. */
export const anAuthority = (pathLenConstraint?: number): Extension =>
  extension(id_ce_basicConstraints, AsnConvert.serialize(new BasicConstraints({ cA: true, pathLenConstraint })));

export const names = (...general: readonly GeneralName[]): Extension =>
  extension(id_ce_subjectAltName, AsnConvert.serialize(new SubjectAlternativeName([...general])), false);

const subtrees = (bases: readonly GeneralName[]): GeneralSubtrees | undefined =>
  bases.length > 0 ? new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base }))) : undefined;

export const nameConstraints = (permitted: readonly GeneralName[], excluded: readonly GeneralName[] = []): Extension =>
  extension(
    id_ce_nameConstraints,
    AsnConvert.serialize(
      new NameConstraints({ permittedSubtrees: subtrees(permitted), excludedSubtrees: subtrees(excluded) }),
    ),
  );

const SIGNS = keyUsage(['keyCertSign', 'cRLSign']);

/** An authority as it should be, but for what is said. */
export const authority = (wanted: Wanted): Made =>
  make({ to: daysOn(1_000), extensions: [anAuthority(), SIGNS], ...wanted });

/** A person's certificate as it should be, but for what is said. */
export const person = (wanted: Wanted): Made =>
  make({ extensions: [keyUsage(['digitalSignature']), extendedKeyUsage(['client_auth'])], ...wanted });
